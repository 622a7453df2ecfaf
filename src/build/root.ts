import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * A file's path within the repository, with forward slashes: `src/widget/app/main.ts`. A query
 * stays where it is.
 */
export function repositoryPath(file: string): string {
	return relative(ROOT, file).replaceAll(sep, '/');
}
