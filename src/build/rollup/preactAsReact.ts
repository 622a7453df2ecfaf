import type { Plugin } from 'rollup';

/**
 * The parts of React that the host's few components use, from Preact itself: `preact/compat` would
 * add 1 kB that they do not need, such as React's spellings of SVG attributes and of `onChange`.
 */
const MODULES: Record<string, string> = {
	react: `
		import { createElement } from 'preact';
		import { useEffect, useState } from 'preact/hooks';
		export { createElement, createRef, Fragment } from 'preact';
		export * from 'preact/hooks';
		// r2wc imports React's default export for this one function.
		export default { createElement };
		export function useSyncExternalStore(subscribe, get) {
			const [, draw] = useState(get);
			const value = get();
			useEffect(() => {
				const compare = () => draw(get());
				compare();
				return subscribe(compare);
			}, [subscribe]);
			return value;
		}`,
	// Preact's own module makes its elements by code of its own, which would come on top of
	// `createElement`.
	'react/jsx-runtime': `
		import { createElement } from 'preact';
		export { Fragment } from 'preact';
		export const jsx = (type, props, key) => createElement(type, key === undefined ? props : { ...props, key });
		export { jsx as jsxs };`,
	'react-dom/client': `
		import { render } from 'preact';
		export const createRoot = (container) => ({
			render: (view) => render(view, container),
			unmount: () => render(null, container),
		});`,
};

/** Resolves React to Preact. */
export function preactAsReact(): Plugin {
	return {
		name: 'preact-as-react',
		resolveId(source, importer) {
			if (source in MODULES) return `\0preact:${source}`;
			// An import from one of the modules above, whose ids are no paths.
			return importer?.startsWith('\0preact:') ? this.resolve(source, `${import.meta.dirname}/`) : null;
		},
		load(id) {
			return id.startsWith('\0preact:') ? (MODULES[id.slice('\0preact:'.length)] ?? null) : null;
		},
	};
}
