import type { Plugin } from 'rollup';

/** r2wc's table of what converts attributes to props and back, in its built file. */
const CONVERTERS = /\{\s*string: \w+,[^{}]*json: \w+\s*\}/;

/** Leaves out of r2wc what is for props: the one view that it wraps has none, and every page would load it. */
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
