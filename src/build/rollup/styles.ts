import { dirname, resolve } from 'node:path';
import type { Plugin, PluginContext } from 'rollup';
import { compileStyles } from '../compileStyles.ts';

/**
 * `import styles from './Name.module.css'` gives the class map. With `linkAs`, a file name, the
 * sheets of what shows first become one style sheet, which the document links, and each later chunk
 * brings its own. Without `linkAs` a sheet is added to the page when its module runs, for tests.
 * With `?text` the module has the sheet's text beside the class map, for a shadow root.
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
		renderChunk(code, { moduleIds }) {
			const first = firstInOrder(this);
			const later = moduleIds.filter((id) => !first.has(id)).map((id) => linked.get(id) ?? '');
			return later.some(Boolean) ? { code: `${adopt(later.join(''))}\n${code}`, map: null } : null;
		},
		generateBundle() {
			const source = [...firstInOrder(this)].map((id) => linked.get(id) ?? '').join('');
			if (linkAs && source) this.emitFile({ type: 'asset', name: linkAs, source });
		},
	};
}

function adopt(css: string): string {
	return [
		'{',
		'const sheet = new CSSStyleSheet();',
		`sheet.replaceSync(${JSON.stringify(css)});`,
		'document.adoptedStyleSheets.push(sheet);',
		'}',
	].join('\n');
}

/**
 * The modules that show first: those that the entry imports, and where it draws nothing itself,
 * those that it loads dynamically in order to show something, but not what these load later. A
 * module comes after its imports, since a component's rules have to come after the rules of its
 * parts.
 */
function firstInOrder(graph: Pick<PluginContext, 'getModuleIds' | 'getModuleInfo'>): ReadonlySet<string> {
	const ordered = new Set<string>();
	const entered = new Set<string>();
	const enter = (id: string) => {
		if (entered.has(id)) return;
		entered.add(id);
		for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) enter(imported);
		ordered.add(id);
	};
	for (const id of graph.getModuleIds()) if (graph.getModuleInfo(id)?.isEntry) enter(id);
	if ([...ordered].some((id) => id.includes('/node_modules/react-dom/'))) return ordered;
	const loaded = [...ordered].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
	for (const id of loaded) enter(id);
	return ordered;
}
