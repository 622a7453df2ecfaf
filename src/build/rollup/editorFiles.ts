import type { Plugin } from 'rollup';
import { cssData, customElementsManifest, htmlData, webTypes } from '../npm/editorData.ts';

/**
 * Writes the files that tell editors of the tag, its attributes, events and custom properties,
 * beside the declarations.
 */
export function editorFiles(version: string): Plugin {
	return {
		name: 'editor-files',
		generateBundle() {
			const files = {
				'custom-elements.json': customElementsManifest(),
				'vscode.html-data.json': htmlData(),
				'vscode.css-data.json': cssData(),
				'web-types.json': webTypes(version),
			};
			for (const [fileName, content] of Object.entries(files)) {
				this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(content, null, '\t')}\n` });
			}
		},
	};
}
