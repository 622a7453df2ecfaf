import { TABLES } from './makeTables.ts';

/** Answers the page with the text between `<!-- table: name -->` and `<!-- end -->` generated again. */
export function fillIn(page: string): string {
	return page.replaceAll(
		/(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
		(_, begin: string, name: string, end: string) => {
			const make = TABLES[name];
			if (!make) throw new Error(`There is no table "${name}", but ${Object.keys(TABLES).join(', ')}.`);
			return `${begin}\n${make()}\n\n${end}`;
		},
	);
}
