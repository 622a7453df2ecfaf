import { TABLES } from './tables.ts';

/** The README with what stands between `<!-- table: name -->` and `<!-- end -->` made anew. */
export function fillIn(readme: string): string {
	return readme.replaceAll(
		/(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
		(_, begin: string, name: string, end: string) => {
			const make = TABLES[name];
			if (!make) throw new Error(`The README asks for a table "${name}"; there are ${Object.keys(TABLES).join(', ')}.`);
			return `${begin}\n${make()}\n\n${end}`;
		},
	);
}
