/**
 * Caches compiled sources on disk, so that the next process that loads the same source needs no
 * compiler.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ROOT } from '../../src/build/root.ts';

const FOLDER = `${ROOT}/node_modules/.cache/live-chat-widget-compiled`;

/** Everything besides the source on which a compiled source depends. */
const COMPILERS = hash(
	...[
		'package-lock.json',
		'lingui.config.js',
		'src/build/catalogModules.ts',
		'src/build/compileCatalog.ts',
		'src/build/expandMacros.ts',
		'test/support/hooks.ts',
	].map((file) => readFileSync(`${ROOT}/${file}`, 'utf8')),
);

/** Names the compiled source. @param source what is compiled: its path, its text, and how */
export function keyOf(...source: string[]): string {
	return hash(COMPILERS, ...source);
}

export function findCompiled(key: string): string | undefined {
	try {
		return readFileSync(`${FOLDER}/${key}`, 'utf8');
	} catch {
		return undefined;
	}
}

/** Stores the compiled source, and answers it. */
export function keepCompiled(key: string, outcome: string): string {
	mkdirSync(FOLDER, { recursive: true });
	// Renamed once it is complete, since another process may be reading it.
	writeFileSync(`${FOLDER}/${key}.${process.pid}`, outcome);
	renameSync(`${FOLDER}/${key}.${process.pid}`, `${FOLDER}/${key}`);
	return outcome;
}

function hash(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
