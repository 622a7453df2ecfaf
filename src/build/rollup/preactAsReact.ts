import type { Plugin } from 'rollup';

/**
 * What the host's few views use of React, on Preact itself: `preact/compat` would bring 1 kB of what they never ask for,
 * among it React's spellings of SVG's attributes and of `onChange`.
 */
const MODULES: Record<string, string> = {
	react: `
		import { createElement } from 'preact';
		import { useEffect, useState } from 'preact/hooks';
		export { createElement, createRef, Fragment } from 'preact';
		export * from 'preact/hooks';
		// For r2wc, which imports React as a whole for one function.
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
	'react-dom/client': `
		import { render } from 'preact';
		export const createRoot = (container) => ({
			render: (view) => render(view, container),
			unmount: () => render(null, container),
		});`,
};

/** Preact in React's stead. */
export function preactAsReact(): Plugin {
	return {
		name: 'preact-as-react',
		resolveId(source, importer) {
			if (source in MODULES) return `\0preact:${source}`;
			if (source === 'react/jsx-runtime') return this.resolve('preact/jsx-runtime', importer);
			// From one of the modules above, which are in no folder.
			return importer?.startsWith('\0preact:') ? this.resolve(source, `${import.meta.dirname}/`) : null;
		},
		load(id) {
			return id.startsWith('\0preact:') ? (MODULES[id.slice('\0preact:'.length)] ?? null) : null;
		},
	};
}
