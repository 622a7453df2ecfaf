import type { Plugin } from 'rollup';

/**
 * r2wc's code for props, attributes and events, as its built file writes it, and what stands in its
 * place. First its table of functions that convert attributes to props and back.
 */
const UNUSED: readonly (readonly [RegExp, string])[] = [
	[/\{\s*string: \w+,[^{}]*json: \w+\s*\}/, '{}'],
	[/^ {2}e\.props \|\|[^]*?(?=^ {2}class )/m, ''],
	[/^ {4}static get observedAttributes[^]*?^ {4}\}\n/m, ''],
	[/^ {6}for \(const s of n\)[^]*?(?=^ {4}\}\n {4}connectedCallback)/m, ''],
	[/^ {4}attributeChangedCallback[^]*?^ {4}\}\n/m, ''],
	[/^ {2}for \(const r of n\)[^]*?(?=^ {2}return v)/m, ''],
];

/**
 * Removes that code: the one component that we wrap has neither props nor events, and every page
 * would load it.
 */
export function leanR2wc(): Plugin {
	return {
		name: 'lean-r2wc',
		transform(code, id) {
			if (!id.endsWith('/@r2wc/core/dist/core.js')) return null;
			const missing = UNUSED.find(([pattern]) => !pattern.test(code));
			if (missing) this.error(`r2wc looks different: ${String(missing[0])} was not found.`);
			return { code: UNUSED.reduce((left, [pattern, instead]) => left.replace(pattern, instead), code), map: null };
		},
	};
}
