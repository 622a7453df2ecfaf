import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { ROOT } from './root.ts';

const SOURCES = [
	'{elements,locales,src/{build,client,desk,host,look,markdown,models,protocol,survey,transcript,ui,widget}}/**/*.{ts,tsx,css,po}',
	'{package,package-lock}.json',
	'*.config.{js,mjs}',
];

/** The build removes this empty file at its start and writes it last, so its presence means that the build is complete. */
export const BUILT = `${ROOT}/dist/built`;

/** Builds the product unless it is built and no source has changed since. */
export function ensureBuilt(): void {
	const builtAt = changedAt(BUILT);
	const isFresh = globSync(SOURCES, { cwd: ROOT }).every((file) => changedAt(`${ROOT}/${file}`) < builtAt);
	// Not by npm: on Windows that is a script of the shell, which cannot be started as a program.
	if (!isFresh) execFileSync(process.execPath, [`${ROOT}/src/build/build.ts`], { cwd: ROOT, stdio: 'inherit' });
}

/** When the file last changed, in milliseconds since the epoch; 0 if it does not exist. */
function changedAt(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
