import { readFileSync } from 'node:fs';
import { parsePoFile } from '@lingui/format-po';
import { ROOT } from '../base/programs/root.ts';

/** The entries of a language's catalogue. */
export function readCatalog(locale: string) {
	return parsePoFile(readFileSync(`${ROOT}locales/${locale}/messages.po`, 'utf8')).items;
}
