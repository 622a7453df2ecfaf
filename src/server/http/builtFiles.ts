/** What the build made: the browser's files and the manifest that says which page needs which of them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SINGLE_SCRIPT_FACTS, type SingleScript } from '#protocol/embedCode.ts';
import { ROOT } from '../base/root.ts';

export const PUBLIC_DIR = `${ROOT}dist/public`;
const MANIFEST = `${ROOT}dist/manifest.json`;

interface BuiltModule {
	file: string;
	/** Everything that it imports statically, transitively. */
	imports: string[];
	css: string[];
	/** Sheets that it puts into the document, such as `'sha256-…'` with its quotes: what a policy must allow. */
	inlineStyles?: string[];
}

/** By source path from the repository's root, such as `src/widget/app/main.ts`. */
type Manifest = Record<string, BuiltModule>;

let cached: { manifest: Manifest; modified: number } | undefined;

/** The addresses that a page loads. */
export interface PageFiles {
	entry: string;
	modules: string[];
	styles: string[];
}

/** Of the page that starts with `entry` and shows `alsoShown` at once. Undefined before the first build. */
export function filesOf(entry: string, ...alsoShown: string[]): PageFiles | undefined {
	const [main, ...others] = builtModules(entry, ...alsoShown);
	if (!main) return undefined;
	return {
		entry: `/${main.file}`,
		modules: modulesOf(entry, ...alsoShown),
		styles: addresses([main, ...others].flatMap((module) => module.css)),
	};
}

/** Of these sources, with everything that they import. */
export function modulesOf(...sources: string[]): string[] {
	return addresses(builtModules(...sources).flatMap((module) => [module.file, ...module.imports]));
}

/** What the source imports, without itself. */
export function importsOf(source: string): string[] {
	return addresses(builtModules(source).flatMap((module) => module.imports));
}

/** Of every sheet that any of our modules puts into a document. */
export function inlineStyleHashes(): string[] {
	return [...new Set(Object.values(readManifest()).flatMap((module) => module.inlineStyles ?? []))];
}

/** The element as one file without imports, where it is served, and what `integrity` and `script-src` say of it. */
export function readSingleScript(): SingleScript {
	return JSON.parse(readFileSync(join(PUBLIC_DIR, SINGLE_SCRIPT_FACTS), 'utf8')) as SingleScript;
}

/** Read again when a build has replaced it, so that `npm run dev` shows the newest. */
function readManifest(): Manifest {
	const modified = statSync(MANIFEST, { throwIfNoEntry: false })?.mtimeMs;
	if (modified === undefined) return {};
	if (cached?.modified !== modified) {
		cached = { manifest: JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest, modified };
	}
	return cached.manifest;
}

function builtModules(...sources: string[]): BuiltModule[] {
	const manifest = readManifest();
	return sources.flatMap((source) => manifest[source] ?? []);
}

function addresses(files: string[]): string[] {
	return [...new Set(files)].map((file) => `/${file}`);
}
