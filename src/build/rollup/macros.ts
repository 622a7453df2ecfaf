import type { Plugin } from 'rollup';
import { expandMacros, type DescriptorFields } from '../expandMacros.ts';
import { hasMacros } from '../hasMacros.ts';

/** Expands lingui's macros. It has to run before types and JSX are removed. */
export function macros(fields: DescriptorFields): Plugin {
	return {
		name: 'macros',
		transform: {
			order: 'pre',
			handler(code, id) {
				return /\.tsx?$/.test(id) && hasMacros(code) ? expandMacros(code, id, fields) : null;
			},
		},
	};
}
