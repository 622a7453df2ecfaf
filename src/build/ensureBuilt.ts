import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { LAYERS } from './lint/layers.ts';
import { ROOT } from './root.ts';

/**
 * Folders of what browsers load and of the build, and what the build imports of the server, whose
 * other folders run unbuilt.
 */
const FOLDERS = new Set(
	LAYERS.filter(({ folder }) => !folder.startsWith('src/server')).flatMap(({ folder, mayImport }) =>
		[folder, ...mayImport].map((path) =>
			path.startsWith('src/server/') ? path : (/^src\/\w+/.exec(path)?.[0] ?? path),
		),
	),
);

const SOURCES = [
	`{locales,${[...FOLDERS].join(',')}}/**/*.{ts,tsx,css,po}`,
	'demo/cms/wordpress/**/*.{php,js,json,po,txt}',
	'{package,package-lock}.json',
	'*.config.{js,mjs}',
];

/**
 * The build removes this empty file at its start and writes it last, so its presence means that the
 * build is complete.
 */
export const BUILT = `${ROOT}/dist/built`;

/** Builds the product unless it is built and no source has changed since. */
export function ensureBuilt(): void {
	// Not by npm: on Windows that is a script of the shell, which cannot be started as a program.
	if (!isBuilt()) execFileSync(process.execPath, [`${ROOT}/src/build/build.ts`], { cwd: ROOT, stdio: 'inherit' });
}

/** Whether the product is built and no source has changed since. */
export function isBuilt(): boolean {
	const builtAt = changedAt(BUILT);
	return globSync(SOURCES, { cwd: ROOT }).every((file) => changedAt(`${ROOT}/${file}`) < builtAt);
}

/** Whether the build depends on the file, a path within the repository. */
export function isSource(file: string): boolean {
	return SOURCES.some((pattern) => matchesGlob(file, pattern));
}

/** When the file last changed, in milliseconds since the epoch; 0 if it does not exist. */
function changedAt(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
