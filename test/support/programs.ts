/**
 * The programs that tests start many times, each as one file: Node needs most of a second of processor time to load the thousand
 * modules of the server, and a run starts some two hundred of them. `test/run.ts` makes the files, and without it the sources run.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../../src/build/root.ts';

/** Paths within the repository. */
export type Program = (typeof PROGRAMS)[number];
const PROGRAMS = [
	'test/support/serverProgram.ts',
	'test/support/migrateProgram.ts',
	'src/server/main.ts',
	'src/server/demo/tryOut.ts',
	'src/server/admin/admin.ts',
] as const;

// The same paths in every run, since Node caches compiled code by path.
const FOLDER = `${ROOT}/node_modules/.cache/live-chat-widget-programs`;

/** Those with which `npm run serve` starts Node (docs/operating.md, Starting). */
export const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/** The file to start: the bundle if there is one, else the source. */
export function programFile(program: Program): string {
	return process.env['TEST_PROGRAMS'] ? bundleOf(program) : `${ROOT}/${program}`;
}

/** Bundles the programs; from then on the tests that this process runs start the bundles. */
export async function bundlePrograms(): Promise<void> {
	await Promise.all(PROGRAMS.map(bundleProgram));
	process.env['TEST_PROGRAMS'] = 'bundled';
}

async function bundleProgram(program: Program): Promise<void> {
	const { outputFiles } = await build({
		absWorkingDir: ROOT,
		entryPoints: [program],
		bundle: true,
		write: false,
		platform: 'node',
		target: 'node24',
		format: 'esm',
		// Its machine code is in its own folder.
		external: ['better-sqlite3'],
		banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
		plugins: [ownAddresses, requiredBuiltins],
		logLevel: 'warning',
	});
	const file = bundleOf(program);
	mkdirSync(dirname(file), { recursive: true });
	// Renamed once it is complete, since another run may be starting it.
	for (const { contents } of outputFiles) writeFileSync(`${file}.${process.pid}`, contents);
	renameSync(`${file}.${process.pid}`, file);
}

function bundleOf(program: Program): string {
	return `${FOLDER}/${program.replace(/\.ts$/, '.mjs')}`;
}

/** A source finds the files beside it by its own address, so each keeps its own. */
const ownAddresses: Plugin = {
	name: 'own-addresses',
	setup({ onLoad }) {
		onLoad({ filter: /\.ts$/ }, ({ path }) => {
			if (path.includes('/node_modules/')) return undefined;
			const source = readFileSync(path, 'utf8');
			return {
				contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
				loader: 'ts',
			};
		});
	},
};

/**
 * An import of a module of Node reads all of its exports, and so loads also what those load on demand: `node:http` all of fetch, 40 ms of
 * processor time for each program. What is required loads what is used.
 */
const requiredBuiltins: Plugin = {
	name: 'required-builtins',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
			kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
		);
		onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
			contents: `module.exports = require(${JSON.stringify(path)});`,
		}));
	},
};
