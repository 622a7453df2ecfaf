/**
 * The programs that tests start many times, each in a few files: Node needs most of a second of
 * processor time to load the thousand modules of the server, and a run starts some two hundred of
 * them. `test/run.ts` makes the files, and without it the sources run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../../src/build/root.ts';

/** Paths within the repository. */
export type Program = (typeof PROGRAMS)[number];
const PROGRAMS = [
	'test/support/serverHost.ts',
	'test/support/serverProgram.ts',
	'test/support/migrateProgram.ts',
	'src/server/main.ts',
	'src/server/demo/tryOut.ts',
	'src/server/admin/admin.ts',
] as const;

// The same paths in every run, since Node caches compiled code by path.
const FOLDER = `${ROOT}/node_modules/.cache/live-chat-widget-programs`;

/** Says of which repository's files the programs are, and when each had last changed. */
const SOURCES = `${FOLDER}/sources.json`;
/** What changes the programs besides the files that they contain. */
const BESIDES = ['package-lock.json', 'test/support/programs.ts'];

/** Those with which `npm run serve` starts Node (docs/operating.md, Starting). */
export const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/** The file to start: the bundle if there is one, else the source. */
export function programFile(program: Program): string {
	return process.env['TEST_PROGRAMS'] ? bundleOf(program) : `${ROOT}/${program}`;
}

/**
 * Bundles the programs, unless they are as they would be; from then on the tests that this process
 * runs start the bundles.
 */
export async function bundlePrograms(): Promise<void> {
	if (!areBundled()) await bundle();
	process.env['TEST_PROGRAMS'] = 'bundled';
}

async function bundle(): Promise<void> {
	const began = Date.now();
	const {
		outputFiles,
		metafile: { inputs },
	} = await build({
		absWorkingDir: ROOT,
		metafile: true,
		entryPoints: [...PROGRAMS],
		outdir: FOLDER,
		outbase: ROOT,
		outExtension: { '.js': '.mjs' },
		bundle: true,
		// What several programs contain is read, and compiled by Node, once.
		splitting: true,
		chunkNames: 'shared/[hash]',
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
	// Each is renamed once it is complete, the programs last, since another run may be starting
	// them.
	const programs = new Set(PROGRAMS.map(bundleOf));
	const sources = timesOf([...BESIDES, ...Object.keys(inputs)]);
	rmSync(SOURCES, { force: true });
	for (const { path, contents } of outputFiles.toSorted((a, b) => +programs.has(a.path) - +programs.has(b.path)))
		replaceFile(path, contents);
	removeOld(`${FOLDER}/shared`);
	// What changed meanwhile may have been read before.
	if (Object.values(sources).every((changedAt) => changedAt < began))
		replaceFile(SOURCES, JSON.stringify({ root: ROOT, sources }));
}

function areBundled(): boolean {
	if (![SOURCES, ...PROGRAMS.map(bundleOf)].every((file) => existsSync(file))) return false;
	const known = JSON.parse(readFileSync(SOURCES, 'utf8')) as { root: string; sources: Record<string, number> };
	return known.root === ROOT && isDeepStrictEqual(timesOf(Object.keys(known.sources)), known.sources);
}

/** When the files last changed, in milliseconds since the epoch. */
function timesOf(files: string[]): Record<string, number> {
	return Object.fromEntries(
		files.flatMap((file) => {
			const { mtimeMs } = statSync(`${ROOT}/${file}`, { throwIfNoEntry: false }) ?? {};
			return mtimeMs === undefined ? [] : [[file, mtimeMs]];
		}),
	);
}

function replaceFile(path: string, contents: string | Uint8Array): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(`${path}.${process.pid}`, contents);
	renameSync(`${path}.${process.pid}`, path);
}

/**
 * Removes what no run has made for a day, since sources that have changed leave their pieces
 * behind.
 */
function removeOld(folder: string): void {
	const aDayAgo = Date.now() - 24 * 60 * 60_000;
	for (const name of readdirSync(folder)) {
		const { mtimeMs = 0 } = statSync(`${folder}/${name}`, { throwIfNoEntry: false }) ?? {};
		if (mtimeMs < aDayAgo) rmSync(`${folder}/${name}`, { force: true });
	}
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
 * An import of a module of Node reads all of its exports, and so loads also what those load on
 * demand: `node:http` all of fetch, 40 ms of processor time for each program. What is required
 * loads what is used.
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
