import { basename, relative } from 'node:path';
import { readMembers } from './tables/documented.ts';
import { ROOT } from './root.ts';

/**
 * The module of an import with `?names`: the keys of the table that has the same name as its file.
 */
export function namesModule(file: string): string {
	const names = readMembers(relative(ROOT, file), basename(file, '.ts')).map(({ name }) => `${name}: 1`);
	// An object's keys compress better than a list of strings.
	return `export default Object.keys({ ${names.join(', ')} });`;
}
