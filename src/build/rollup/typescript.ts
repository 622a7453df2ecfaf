import { transform } from 'esbuild';
import type { Plugin } from 'rollup';
import { scriptTargets } from '../browsers.ts';

/**
 * Takes types and JSX away. Not rollup-plugin-esbuild: that also resolves imports, and passes over the `browser` and
 * `sideEffects` fields of packages (6 kB of Node code in the socket chunk). Our imports carry their extension anyway.
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
