import type { Plugin } from 'rollup';

/** r2wc's table of functions that convert attributes to props and back, as its built file writes it. */
const CONVERTERS = /\{\s*string: \w+,[^{}]*json: \w+\s*\}/;

/** Removes r2wc's code for props: the one component that we wrap has none, and every page would load that code. */
export function leanR2wc(): Plugin {
	return {
		name: 'lean-r2wc',
		transform(code, id) {
			if (!id.endsWith('/@r2wc/core/dist/core.js')) return null;
			if (!CONVERTERS.test(code)) this.error('r2wc looks different: its converters were not found.');
			return { code: code.replace(CONVERTERS, '{}'), map: null };
		},
	};
}
