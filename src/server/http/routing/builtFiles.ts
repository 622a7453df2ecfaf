/** Reads the build's output: the files for browsers, and the manifest of what each page needs. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, ManifestEntry } from '#protocol/buildManifest.ts';
import { DESK_WORKER } from '#protocol/deskWorker.ts';
import type { SingleScript } from '#protocol/frame/embedCode.ts';
import { ROOT } from '../../base/programs/root.ts';
import type { Release } from '../../store/releasedScripts.ts';
import { integrityOf } from './integrityOf.ts';

export const PUBLIC_DIR = `${ROOT}dist/public`;
const MANIFESTS = `${ROOT}dist/manifest`;
const SINGLE_SCRIPT_FACTS = 'live-chat-widget.single.json';

let cached: { manifest: Manifest; modified: number } | undefined;

/** As the build describes it in a JSON file beside it. */
interface BuiltScript extends SingleScript {
	/** The product's version. */
	version: string;
}

/** The addresses of the files that a page loads. */
export interface PageFiles {
	entry: string;
	modules: string[];
	styles: string[];
}

/**
 * The files of the page that starts with `entry` and shows `alsoShown` at once. Undefined before
 * the first build.
 */
export function filesOf(entry: string, ...alsoShown: string[]): PageFiles | undefined {
	const [main, ...others] = builtModules(entry, ...alsoShown);
	if (!main) return undefined;
	return {
		entry: `/${main.file}`,
		modules: modulesOf(entry, ...alsoShown),
		styles: addresses([main, ...others].flatMap((module) => module.css)),
	};
}

/** The modules of these sources, with everything that they import. */
export function modulesOf(...sources: string[]): string[] {
	return addresses(builtModules(...sources).flatMap((module) => [module.file, ...module.imports]));
}

/** What the source imports, without itself. */
export function importsOf(source: string): string[] {
	return addresses(builtModules(source).flatMap((module) => module.imports));
}

/** Hashes of all style sheets that our modules add to a document. */
export function inlineStyleHashes(): string[] {
	return [...new Set(Object.values(currentManifest()).flatMap((module) => module.inlineStyles ?? []))];
}

/**
 * The element as one file without imports: its address, and the hash for `integrity` and
 * `script-src`.
 */
export function readSingleScript(): BuiltScript {
	return JSON.parse(readFileSync(join(PUBLIC_DIR, SINGLE_SCRIPT_FACTS), 'utf8')) as BuiltScript;
}

/**
 * What the build has made of this version, for `registerRelease`; undefined before the first build.
 */
export function readRelease(): Release | undefined {
	if (!existsSync(join(PUBLIC_DIR, SINGLE_SCRIPT_FACTS))) return undefined;
	const { src, version } = readSingleScript();
	const script = readFileSync(join(PUBLIC_DIR, src), 'utf8');
	// A build that runs at this moment may have written one file, and not yet the other.
	return { version, integrity: integrityOf(script), script };
}

/** The code of the desk's service worker; undefined before the first build. */
export async function readDeskWorker(): Promise<string | undefined> {
	try {
		return await readFile(join(PUBLIC_DIR, DESK_WORKER), 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** Read again after each build, so that `npm run dev` serves the newest files. */
function currentManifest(): Manifest {
	const modified = statSync(MANIFESTS, { throwIfNoEntry: false })?.mtimeMs;
	if (modified === undefined) return {};
	if (cached?.modified !== modified) {
		const parts = readdirSync(MANIFESTS).map(
			(name) => JSON.parse(readFileSync(join(MANIFESTS, name), 'utf8')) as Manifest,
		);
		cached = { manifest: Object.assign({}, ...parts) as Manifest, modified };
	}
	return cached.manifest;
}

function builtModules(...sources: string[]): ManifestEntry[] {
	const manifest = currentManifest();
	return sources.flatMap((source) => manifest[source] ?? []);
}

function addresses(files: string[]): string[] {
	return [...new Set(files)].map((file) => `/${file}`);
}
