import { transform } from 'esbuild';
import type { Plugin } from 'rollup';
import { scriptTargets } from '../browsers.ts';

/**
 * Removes types and compiles JSX. We do not use rollup-plugin-esbuild, because it also resolves
 * imports and ignores the `browser` and `sideEffects` fields of packages (6 kB of Node code in the
 * socket chunk). Our imports carry their extension anyway.
 */
export function typescript(): Plugin {
	return {
		name: 'typescript',
		async transform(code, id) {
			if (!/\.tsx?$/.test(id) || id.includes('/node_modules/')) return null;
			const { code: script, map } = await transform(code, {
				loader: id.endsWith('x') ? 'tsx' : 'ts',
				jsx: 'automatic',
				target: scriptTargets,
				sourcefile: id,
				sourcemap: true,
				tsconfigRaw: {},
			});
			return { code: script, map };
		},
	};
}
