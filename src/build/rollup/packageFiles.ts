import { readFileSync } from 'node:fs';
import type { Plugin } from 'rollup';
import { type Origin, packageManifest } from '../npm/packageManifest.ts';
import { ROOT } from '../root.ts';

/**
 * Path in the package → path in the repository. The package's README addresses developers of pages;
 * the repository's addresses operators of a server.
 */
const FILES: Record<string, string> = {
	'README.md': 'src/build/npm/README.md',
	'docs/tag.md': 'docs/tag.md',
	'CHANGELOG.md': 'CHANGELOG.md',
	LICENSE: 'LICENSE',
};

/** `standalone` exports nothing, but tells TypeScript of the tag. */
const STANDALONE_TYPES = "import './live-chat-widget.js';\n";

/** Completes the npm graph's folder to a package: `npm publish dist/npm` takes it as it is. */
export function packageFiles(): Plugin {
	return {
		name: 'package-files',
		generateBundle() {
			const origin = JSON.parse(read('package.json')) as Origin;
			const manifest = `${JSON.stringify(packageManifest(origin), null, '\t')}\n`;
			this.emitFile({ type: 'asset', fileName: 'package.json', source: manifest });
			this.emitFile({ type: 'asset', fileName: 'standalone.d.ts', source: STANDALONE_TYPES });
			for (const [fileName, source] of Object.entries(FILES)) {
				this.emitFile({ type: 'asset', fileName, source: read(source) });
			}
		},
	};
}

function read(file: string): string {
	return readFileSync(`${ROOT}/${file}`, 'utf8');
}
