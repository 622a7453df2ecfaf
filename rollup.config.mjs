/**
 * Graphs of their own, because each place has its own React: pages get Preact in its stead (10 kB
 * instead of 60, and across sites nothing is shared anyway), the frame, the desk and the survey
 * page React itself, and the npm package the one of the site.
 *
 * `BUILD=element,frame` builds only those two. `npm run dev` watches, and leaves out what only
 * makes files smaller.
 */
import { readFileSync } from 'node:fs';
import { catalogNames, shortCatalogList } from './src/build/rollup/catalogNames.ts';
import { declarations } from './src/build/rollup/declarations.ts';
import { editorFiles } from './src/build/rollup/editorFiles.ts';
import { integrity } from './src/build/rollup/integrity.ts';
import { manifest } from './src/build/rollup/manifest.ts';
import { minify } from './src/build/rollup/minify.ts';
import { notices } from './src/build/rollup/notices.ts';
import { packageFiles } from './src/build/rollup/packageFiles.ts';
import { precompress } from './src/build/rollup/precompress.ts';
import { retriedImports } from './src/build/rollup/retriedImports.ts';
import { sourcePlugins } from './src/build/sourcePlugins.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const isWatching = process.env.ROLLUP_WATCH === 'true';

/**
 * What is served: names with a hash of the content, except the one that pages write into their
 * HTML.
 */
function served({ name, preamble, ...sources }) {
	return {
		// An entry that others import from is one file, not two: nobody imports an entry by name.
		preserveEntrySignatures: false,
		treeshake: {
			// Parts of one schema stand in others (`...Message.entries`): reading them does
			// nothing, so what is not used can go.
			propertyReadSideEffects: false,
			// A state or a verb of a shared model that this program has no use for.
			manualPureFunctions: ['atom', 'createPersisted'],
		},
		output: {
			dir: 'dist/public',
			format: 'es',
			generatedCode: { arrowFunctions: true, constBindings: true, objectShorthand: true },
			freeze: false,
			hashCharacters: 'base36',
			entryFileNames: 'packs/js/[name]-[hash].js',
			chunkFileNames: 'packs/js/[name]-[hash].js',
			assetFileNames: ({ names: [name] }) => `packs/${name.endsWith('.css') ? 'css' : 'data'}/[name]-[hash][extname]`,
			plugins: [
				retriedImports(),
				shortCatalogList(),
				isWatching ? [] : [minify(preamble), precompress(), notices(`third-party-notices/${name}.txt`)],
				manifest(`dist/manifest/${name}.json`),
			].flat(),
		},
		plugins: [sourcePlugins({ mode: 'production', ...sources }), catalogNames()],
		onLog,
	};
}

/**
 * In which chunk of the widget a file is says the file itself, in its first line, where it is small
 * and merged with another one it would go to those who do not need it:
 *
 * - `shared`: the widget's views have it too, and what it is for besides would come with it;
 * - `elsewhere`: only for frames that our element has not opened;
 * - its own name: for few visitors.
 */
function chunkOf(id) {
	const [file] = id.split('?');
	return /\/src\/.*\.(tsx?|css)$/.test(file) ? /^\/[/*] chunk: (\w+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
}

/**
 * An app of its own in a document of ours. React changes seldom, so it is a chunk that stays cached
 * when a view changes.
 */
function app(name, input) {
	const { output, ...rest } = served({ name, react: 'react', linkAs: `${name}.css` });
	// CommonJS helpers elsewhere would be a request of their own.
	const isReact = (id) => /\/node_modules\/(react|react-dom|scheduler)\/|commonjsHelpers/.test(id);
	// Small, and of one language: merged with another chunk they would go to everybody.
	const emojiTexts = (id) => /emoji-picker-element\/i18n\/(\w+)/.exec(id)?.[1];
	const manualChunks = (id) => {
		if (isReact(id)) return 'react';
		if (emojiTexts(id)) return `emoji-${emojiTexts(id)}`;
		return name === 'widget' ? chunkOf(id) : undefined;
	};
	return {
		...rest,
		input: { [name]: input },
		output: {
			...output,
			manualChunks,
			onlyExplicitManualChunks: true,
			// A request costs more than a kilobyte that somebody may not need.
			experimentalMinChunkSize: 1_000,
		},
	};
}

/** The same modules three times: of our own server, in one file, and in the npm package. */
function element() {
	// Nearly all of it is called as soon as it has loaded. With this engines that know the hint
	// (Chromium since 136) compile it while it loads, on a thread of its own, instead of piecemeal
	// on the page's main thread.
	const preamble = '//# allFunctionsCalledOnLoad';
	const { output, ...rest } = served({ name: 'live-chat-widget', react: 'preact', preamble });
	const named = { ...output, entryFileNames: '[name].js' };
	return {
		...rest,
		input: { 'live-chat-widget': 'elements/define.ts' },
		output: [named, single(named), standalone(named)],
	};
}

/**
 * One file without imports, for pages whose policy allows scripts by their hash, which stands
 * beside it.
 */
function single({ plugins, ...output }) {
	return {
		...output,
		inlineDynamicImports: true,
		entryFileNames: '[name].single.js',
		plugins: [...without(plugins, 'manifest', 'retried-imports', 'notices'), integrity(version)],
	};
}

/** What hides the parts of a module from the bundler of a site. */
const HIDING = ['retried-imports', 'short-catalog-list'];

/**
 * For sites without React, with a bundler or without: with Preact inside, as our own server has it.
 */
function standalone({ plugins, ...output }) {
	return {
		...output,
		dir: 'dist/npm/standalone',
		chunkFileNames: '[name]-[hash].js',
		plugins: [...without(plugins, 'manifest', 'precompress', 'notices', ...HIDING), notices('third-party-notices.txt')],
	};
}

/** The desk's service worker: one file, before which the server writes what it keeps. */
function worker() {
	const { output, ...rest } = served({ name: 'service-worker', react: 'react' });
	return {
		...rest,
		input: { 'desk/service-worker': 'src/desk/serviceWorker/serviceWorker.ts' },
		output: {
			...output,
			format: 'iife',
			entryFileNames: '[name].js',
			plugins: without(output.plugins, 'manifest', 'retried-imports', 'precompress', 'notices'),
		},
	};
}

/** Chatwoot's script, at its address: no module, and without a hash in its name. */
function global() {
	const { output, ...rest } = served({ name: 'sdk', react: 'preact' });
	return {
		...rest,
		input: { sdk: 'elements/global.ts' },
		output: {
			...output,
			format: 'iife',
			entryFileNames: 'packs/js/[name].js',
			plugins: without(output.plugins, 'manifest', 'retried-imports'),
		},
	};
}

const ENTRIES = ['elements/define.ts', 'elements/live-chat-widget.ts', 'elements/react.tsx', 'elements/global.ts'];
const REACT = /^react(-dom)?(\/|$)/;

/** For bundlers of others: not minified, and nothing of React inside. */
function npm() {
	return {
		input: ENTRIES,
		external: REACT,
		output: {
			dir: 'dist/npm',
			format: 'es',
			hoistTransitiveImports: false,
			// Frameworks that render components on a server leave this one to the browser.
			banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
			plugins: [notices('third-party-notices.txt')],
		},
		plugins: [sourcePlugins({ mode: 'production', react: 'external' }), packageFiles()],
		onLog,
	};
}

/** What editors and compilers of others read. */
function types() {
	return {
		input: ENTRIES,
		external: REACT,
		output: {
			dir: 'dist/npm',
			format: 'es',
			entryFileNames: ({ name }) => `${name.split('/').at(-1)}.d.ts`,
			chunkFileNames: ({ name }) => `${name.replace(/\.d$/, '')}.d.ts`,
		},
		plugins: [declarations(ENTRIES), editorFiles(version)],
		onLog,
	};
}

function without(plugins, ...names) {
	return plugins.filter(({ name }) => !names.includes(name));
}

/**
 * Every warning fails the build. "use client" in packages means nothing here, nor do a misplaced
 * annotation or a circle within one, and how chunks were merged is no warning.
 */
function onLog(level, log, report) {
	if (log.code === 'CIRCULAR_DEPENDENCY' && log.ids?.every((id) => id.includes('node_modules/'))) return;
	if (!['MODULE_LEVEL_DIRECTIVE', 'INVALID_ANNOTATION', 'OPTIMIZE_CHUNK_STATUS'].includes(log.code)) report(level, log);
}

const graphs = {
	element,
	global,
	frame: () => app('widget', 'src/widget/app/main.ts'),
	desk: () => app('desk', 'src/desk/main.ts'),
	worker,
	survey: () => app('survey', 'src/survey/main.ts'),
	npm,
	types,
};

const chosen = process.env.BUILD?.split(',') ?? Object.keys(graphs);

export default chosen.map((name) => graphs[name]());
