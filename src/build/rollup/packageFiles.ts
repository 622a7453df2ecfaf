import { readFileSync } from 'node:fs';
import type { Plugin } from 'rollup';
import { type Origin, packageManifest } from '../npm/packageManifest.ts';
import { ROOT } from '../root.ts';

/** What makes a package of the npm graph's folder: `npm publish dist/npm` takes it as it is. */
export function packageFiles(): Plugin {
	return {
		name: 'package-files',
		generateBundle() {
			const origin = JSON.parse(read('package.json')) as Origin;
			const manifest = `${JSON.stringify(packageManifest(origin), null, '\t')}\n`;
			this.emitFile({ type: 'asset', fileName: 'package.json', source: manifest });
			for (const fileName of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
				this.emitFile({ type: 'asset', fileName, source: read(fileName) });
			}
		},
	};
}

function read(file: string): string {
	return readFileSync(`${ROOT}/${file}`, 'utf8');
}
