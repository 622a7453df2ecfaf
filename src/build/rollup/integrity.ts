import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'rollup';

/**
 * Writes `<name>.json` beside each script: its address, its version, and its hash in the form that
 * `integrity` and `script-src` take.
 */
export function integrity(version: string): Plugin {
	return {
		name: 'integrity',
		writeBundle({ dir = '.' }, bundle) {
			for (const { fileName } of Object.values(bundle)) {
				const hash = createHash('sha384')
					.update(readFileSync(`${dir}/${fileName}`))
					.digest('base64');
				const facts = { src: `/${fileName}`, integrity: `sha384-${hash}`, version };
				writeFileSync(`${dir}/${fileName.replace(/\.js$/, '.json')}`, `${JSON.stringify(facts)}\n`);
			}
		},
	};
}
