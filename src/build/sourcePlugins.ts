import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import type { Plugin } from 'rollup';
import { catalogs } from './rollup/catalogs.ts';
import { emoji } from './rollup/emoji.ts';
import { guard } from './rollup/guard.ts';
import { inlineLimits } from './rollup/inlineLimits.ts';
import { leanR2wc } from './rollup/leanR2wc.ts';
import { leanRoutes } from './rollup/leanRoutes.ts';
import { leanSocketIo } from './rollup/leanSocketIo.ts';
import { leanValibot } from './rollup/leanValibot.ts';
import { macros } from './rollup/macros.ts';
import { preactAsReact } from './rollup/preactAsReact.ts';
import { reactAsShim } from './rollup/reactAsShim.ts';
import { styles } from './rollup/styles.ts';
import { tableNames } from './rollup/tableNames.ts';
import { typescript } from './rollup/typescript.ts';

export interface SourceOptions {
	/**
	 * For tests the build keeps texts beside their ids, the pseudo-locale and React's warnings, and
	 * adds styles to the page itself.
	 */
	mode: 'production' | 'test';
	/**
	 * Which React the graph contains. `external` leaves it to the site that installs the npm
	 * package.
	 */
	react: 'react' | 'preact' | 'external';
	/** File name of the graph's style sheet. */
	linkAs?: string;
}

/**
 * Everything between our sources and plain modules: the same for the product and for tests in a
 * browser.
 */
export function sourcePlugins({ mode, react, linkAs }: SourceOptions): Plugin[] {
	const isTest = mode === 'test';
	return [
		...(react === 'preact' ? [preactAsReact()] : []),
		reactAsShim(),
		catalogs({ withPseudo: isTest }),
		emoji(),
		styles(linkAs === undefined ? {} : { linkAs }),
		tableNames(),
		macros(isTest ? 'message' : 'id-only'),
		typescript(),
		inlineLimits(),
		leanR2wc(),
		leanSocketIo(),
		leanValibot(),
		// Tests that play the server need the complete routes.
		...(isTest ? [] : [leanRoutes()]),
		nodeResolve({
			browser: true,
			exportConditions: [isTest ? 'development' : 'production'],
		}),
		callable(commonjs)(),
		guard(),
		// Without this, React would keep its development code and lingui its message compiler.
		callable(replace)({ preventAssignment: true, values: { 'process.env.NODE_ENV': JSON.stringify(mode) } }),
	];
}

/**
 * The types of these packages describe their CommonJS build, where the plugin is a property of the
 * import.
 */
function callable<T>(imported: { default: T }): T {
	return imported as unknown as T;
}
