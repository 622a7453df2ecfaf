import { readFileSync } from 'node:fs';
import { parsePo } from 'pofile-ts';
import { ROOT } from '../base/programs/root.ts';

/** The entries of a language's catalogue. */
export function readCatalog(locale: string) {
	return parsePo(readFileSync(`${ROOT}locales/${locale}/messages.po`, 'utf8')).items;
}
