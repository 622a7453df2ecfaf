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
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: file.endsWith('.json') ? 9 : constants.BROTLI_MAX_QUALITY,
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
	};
	await writeFile(`${file}.br`, await brotli(content, { params }));
	await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}
