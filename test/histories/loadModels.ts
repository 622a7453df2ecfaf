/**
 * The widget's models, loaded anew for each window: its modules keep state of their own, and find
 * the page by globals. So they are bundled as one function, whose parameters are those globals.
 */
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { expandMacrosSync } from '../../src/build/expandMacros.ts';
import { hasMacros } from '../../src/build/hasMacros.ts';
import { ROOT } from '../../src/build/root.ts';

export type Models = typeof import('./widgetModels.ts');

/** The globals that belong to a window. Everything else is the language's, or has no state. */
const GLOBALS = `
	window self globalThis document location history navigator console name
	addEventListener removeEventListener dispatchEvent matchMedia getComputedStyle
	setTimeout clearTimeout setInterval clearInterval requestAnimationFrame
	fetch WebSocket localStorage sessionStorage indexedDB MessageChannel
	Event CustomEvent EventTarget AbortController AbortSignal PerformanceNavigationTiming
`
	.trim()
	.split(/\s+/);

/** Answers what loads the models into a window, whose globals are its members. */
export async function bundleModels(): Promise<(window: object) => Models> {
	const { outputFiles } = await build({
		absWorkingDir: ROOT,
		entryPoints: ['test/histories/widgetModels.ts'],
		bundle: true,
		write: false,
		platform: 'browser',
		target: 'node24',
		format: 'iife',
		globalName: 'models',
		define: { 'process.env.NODE_ENV': '"production"' },
		plugins: [withoutViews],
		logLevel: 'warning',
	});
	const run = compileFunction(`${outputFiles[0]?.text}\nreturn models;`, GLOBALS, { filename: 'widgetModels.js' });
	return (window) => run(...GLOBALS.map((name) => Reflect.get(window, name))) as Models;
}

/** Expands lingui's macros, and leaves out what only is drawn: views, styles and translations. */
const withoutViews: Plugin = {
	name: 'without-views',
	setup({ onLoad, onResolve }) {
		onResolve({ filter: /\/connectView\.ts$/ }, () => ({ path: `${ROOT}/test/histories/noView.ts` }));
		onResolve({ filter: /^catalogs:/ }, ({ path }) => ({ path, namespace: 'catalogs' }));
		onLoad({ filter: /.*/, namespace: 'catalogs' }, () => ({ contents: 'export const catalogs = {};' }));
		onLoad({ filter: /\.css$/ }, () => ({ contents: 'export default {}; export const css = "";' }));
		onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			if (!hasMacros(source)) return undefined;
			return { contents: expandMacrosSync(source, path, 'message').code, loader: path.endsWith('x') ? 'tsx' : 'ts' };
		});
	},
};
