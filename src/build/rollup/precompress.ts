import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'rollup';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** How Brotli models a text, and how it codes the distances between repetitions. */
const ATTEMPTS: readonly Record<number, number>[] = [
	{ [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
	{ [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
	{
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_NPOSTFIX]: 2,
		[constants.BROTLI_PARAM_NDIRECT]: 48,
	},
];

/**
 * Writes `.br` and `.gz` beside each file, at the strongest level, since a file is compressed once and served often. JSON
 * data gets a lower Brotli level: it is seldom requested, and the strongest would take twice the time for 2 percent.
 *
 * Which parameters of Brotli make a script smallest is chance: 15 other characters in a name can cost 80 bytes of 15,000. So
 * some are tried.
 */
export function precompress(): Plugin {
	return {
		name: 'precompress',
		async writeBundle({ dir = '.' }, bundle) {
			await Promise.all(Object.keys(bundle).map((name) => compress(`${dir}/${name}`)));
		},
	};
}

async function compress(file: string): Promise<void> {
	const content = await readFile(file);
	const isJson = file.endsWith('.json');
	const common = {
		[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - (isJson ? 1 : 0),
		[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
	};
	const tried = isJson ? ATTEMPTS.slice(0, 1) : ATTEMPTS;
	const inBrotli = Promise.all(tried.map((attempt) => brotli(content, { params: { ...common, ...attempt } })));
	const smallest = inBrotli.then((all) => all.reduce((one, other) => (other.length < one.length ? other : one)));
	await Promise.all([
		smallest.then((small) => writeFile(`${file}.br`, small)),
		zip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
	]);
}
