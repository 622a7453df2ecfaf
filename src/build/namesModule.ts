import { basename, relative } from 'node:path';
import { readMembers } from './tables/documented.ts';
import { ROOT } from './root.ts';

/** The module of `?names`: the keys of the table that is called as its file is. */
export function namesModule(file: string): string {
	const names = readMembers(relative(ROOT, file), basename(file, '.ts')).map(({ name }) => `${name}: 1`);
	// Smaller than a list of texts.
	return `export default Object.keys({ ${names.join(', ')} });`;
}
