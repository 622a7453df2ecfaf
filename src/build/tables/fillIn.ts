import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { ROOT } from '../root.ts';
import { TABLES } from './makeTables.ts';

/**
 * Answers the page with the text between `<!-- table: name -->`, or `<!-- file: path -->`, and
 * `<!-- end -->` generated again.
 */
export function fillIn(page: string): string {
	return page.replaceAll(
		/(<!-- (table|file): (\S+) -->\n)[\s\S]*?(<!-- end -->)/g,
		(_, begin: string, kind: string, name: string, end: string) =>
			`${begin}\n${kind === 'table' ? makeTable(name) : quoteFile(name)}\n\n${end}`,
	);
}

function makeTable(name: string): string {
	const make = TABLES[name];
	if (!make) throw new Error(`There is no table "${name}", but ${Object.keys(TABLES).join(', ')}.`);
	return make();
}

function quoteFile(path: string): string {
	return `\`\`\`${extname(path).slice(1)}\n${readFileSync(`${ROOT}/${path}`, 'utf8')}\`\`\``;
}
