import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'rollup';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside each file, at the strongest level, since a file is compressed once and served often. JSON
 * data gets a lower Brotli level: it is seldom requested, and the strongest would take twice the time for 2 percent.
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
	const params = {
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - (file.endsWith('.json') ? 1 : 0),
		[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
	};
	await Promise.all([
		brotli(content, { params }).then((small) => writeFile(`${file}.br`, small)),
		zip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
	]);
}
