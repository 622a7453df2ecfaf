import { dirname, resolve } from 'node:path';
import type { Plugin, PluginContext } from 'rollup';
import { compileStyles } from '../compileStyles.ts';

/**
 * `import styles from './Name.module.css'` gives the class map. Its sheet goes into one style sheet for the whole graph,
 * which the document links (`linkAs`, a file name), or without `linkAs` into the page as soon as the module runs, as tests
 * want it. With `?text` the module has the sheet's text beside the class map instead, for a shadow root.
 */
export function styles({ linkAs }: { linkAs?: string } = {}): Plugin {
	const linked = new Map<string, string>();
	return {
		name: 'styles',
		resolveId(source, importer) {
			return importer && /^\.{1,2}\/.*\.css(\?text)?$/.test(source) ? resolve(dirname(importer), source) : null;
		},
		load(id) {
			const [file = '', query] = id.split('?');
			if (!file.endsWith('.css')) return null;
			this.addWatchFile(file);
			const { css, classes } = compileStyles(file);
			const names = `export default ${JSON.stringify(classes)};`;
			if (query === 'text')
				return { code: `export const css = ${JSON.stringify(css)};\n${names}`, moduleSideEffects: false };
			if (!linkAs) return `${adopt(css)}\n${names}`;
			linked.set(id, css);
			return { code: names, moduleSideEffects: false };
		},
		generateBundle() {
			const source = inImportOrder(this)
				.map((id) => linked.get(id) ?? '')
				.join('');
			if (linkAs && source) this.emitFile({ type: 'asset', name: linkAs, source });
		},
	};
}

function adopt(css: string): string {
	return [
		'const sheet = new CSSStyleSheet();',
		`sheet.replaceSync(${JSON.stringify(css)});`,
		'document.adoptedStyleSheets.push(sheet);',
	].join('\n');
}

/** All modules, each after those that it imports: a component's rules come after the rules of the parts that it is made of. */
function inImportOrder(graph: Pick<PluginContext, 'getModuleIds' | 'getModuleInfo'>): string[] {
	const ordered = new Set<string>();
	const entered = new Set<string>();
	const enter = (id: string) => {
		if (entered.has(id)) return;
		entered.add(id);
		const info = graph.getModuleInfo(id);
		for (const imported of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) enter(imported);
		ordered.add(id);
	};
	for (const id of graph.getModuleIds()) if (graph.getModuleInfo(id)?.isEntry) enter(id);
	return [...ordered];
}
