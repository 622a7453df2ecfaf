import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'rollup';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Files at a time: as many as Node has threads for it. Each one that waits would already have the
 * megabytes of its encoder.
 */
const AT_ONCE = 4;

/**
 * Low bits of a distance that Brotli writes apart. Which number makes a file smallest is known
 * only once each was tried.
 */
const POSTFIX_BITS = [0, 1, 2, 3];

/**
 * Writes `.br` and `.gz` beside each file, at the strongest level, since a file is compressed once
 * and served often. JSON data gets a lower Brotli level: it is seldom requested, and the strongest
 * would take twenty times as long for a tenth less.
 */
export function precompress(): Plugin {
	return {
		name: 'precompress',
		async writeBundle({ dir = '.' }, bundle) {
			const names = Object.keys(bundle).values();
			const workOff = async () => {
				for (const name of names) await compress(`${dir}/${name}`);
			};
			await Promise.all(Array.from({ length: AT_ONCE }, workOff));
		},
	};
}

async function compress(file: string): Promise<void> {
	const content = await readFile(file);
	const isData = file.endsWith('.json');
	const candidates: Buffer[] = [];
	for (const bits of isData ? [0] : POSTFIX_BITS) {
		const params = {
			[constants.BROTLI_PARAM_QUALITY]: isData ? 9 : constants.BROTLI_MAX_QUALITY,
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
			[constants.BROTLI_PARAM_NPOSTFIX]: bits,
		};
		candidates.push(await brotli(content, { params }));
	}
	const [smallest = content] = candidates.toSorted((one, other) => one.length - other.length);
	await writeFile(`${file}.br`, smallest);
	await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}
