import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { plainTypes } from '../npm/plainTypes.ts';
import { repositoryPath } from '../root.ts';

/**
 * Bundles the declarations of each entry's exports into one file; derived types are written out.
 */
export function declarations(entries: string[]): Plugin[] {
	return [plain(entries), dts()];
}

/**
 * Writes the plain types to disk while the build runs, because the next plugin reads them from
 * there. That plugin compiles each file separately; the configuration written beside them leaves
 * out the browser's types, which would take a second each time.
 */
function plain(entries: string[]): Plugin {
	const folder = join(tmpdir(), `live-chat-types-${process.pid}`);
	let files = new Map<string, string>();
	return {
		name: 'plain-types',
		buildStart() {
			files = plainTypes(entries);
			mkdirSync(folder, { recursive: true });
			writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "noLib": true, "types": [] } }');
			for (const [path, text] of files) {
				mkdirSync(dirname(join(folder, path)), { recursive: true });
				writeFileSync(declarationFile(path), text);
			}
		},
		resolveId(source, importer = '') {
			const path = source.startsWith('#')
				? source.replace('#', 'src/')
				: repositoryPath(resolve(dirname(importer), source));
			return files.has(path) ? declarationFile(path) : null;
		},
		closeBundle() {
			rmSync(folder, { recursive: true, force: true });
		},
	};

	function declarationFile(path: string): string {
		return join(folder, path.replace(/\.ts$/, '.d.ts'));
	}
}
