/** What the build made: the browser's files and the manifest that says which page needs which of them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SINGLE_SCRIPT_FACTS, type SingleScript } from '#protocol/embedCode.ts';

export const PUBLIC_DIR = fileURLToPath(new URL('../../../dist/public', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../../../dist/manifest.json', import.meta.url));

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
	const manifest = readManifest();
	const main = manifest[entry];
	if (!main) return undefined;
	const built = [main, ...alsoShown.flatMap((source) => manifest[source] ?? [])];
	return {
		entry: `/${main.file}`,
		modules: addresses(built.flatMap((module) => [module.file, ...module.imports])),
		styles: addresses(built.flatMap((module) => module.css)),
	};
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

function addresses(files: string[]): string[] {
	return [...new Set(files)].map((file) => `/${file}`);
}
