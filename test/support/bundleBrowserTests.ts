import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import alias from '@rollup/plugin-alias';
import { rollup } from 'rollup';
import { ROOT } from '../../src/build/root.ts';
import { sourcePlugins } from '../../src/build/sourcePlugins.ts';

const here = (file: string) => fileURLToPath(import.meta.resolve(file));

/**
 * Bundles tests with the product's own plugins, with source maps, and answers the bundles' paths.
 * What is in the folder already stays.
 * @param files paths within the repository
 * @param folder where to write the bundles
 */
export async function bundleBrowserTests(
	files: string[],
	react: 'react' | 'preact',
	folder: string,
): Promise<string[]> {
	if (files.length === 0) return [];
	const nameOf = (file: string) => file.replace(/^test\/|\.tsx?$/g, '');
	const kept = files.map((file) => `${folder}/${nameOf(file)}.js`);
	if (kept.every((bundle) => existsSync(bundle))) return kept;
	const input = Object.fromEntries(files.map((file) => [nameOf(file), `${ROOT}/${file}`]));
	const graph = await rollup({
		input,
		// A chunk that imports from a test's own file would run it twice, since the runner adds a
		// query to its address.
		preserveEntrySignatures: 'strict',
		plugins: [
			alias({
				entries: [
					{ find: 'node:test', replacement: here('./browser/nodeTest.ts') },
					{ find: 'node:assert/strict', replacement: here('./browser/assert.ts') },
					{ find: /^.*\/support\/isComplete\.ts$/, replacement: here('./browser/isComplete.ts') },
				],
			}),
			sourcePlugins({ mode: 'test', react }),
		],
		// The runner serves these itself, such as the command to press a key.
		external: /^\/__web-/,
		onLog(level, log, report) {
			const harmless = ['MODULE_LEVEL_DIRECTIVE', 'INVALID_ANNOTATION', 'CIRCULAR_DEPENDENCY'];
			if (!harmless.includes(log.code ?? '')) report(level, log);
		},
	});
	const { output } = await graph.write({
		dir: folder,
		format: 'es',
		sourcemap: true,
		entryFileNames: '[name].js',
		chunkFileNames: 'chunks/[name]-[hash].js',
	});
	await graph.close();
	return output.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [`${folder}/${file.fileName}`] : []));
}

/** A new folder; its real path, since the runner compares paths. */
export function makeBundleFolder(): string {
	return realpathSync(mkdtempSync(`${tmpdir()}/live-chat-tests-`));
}
