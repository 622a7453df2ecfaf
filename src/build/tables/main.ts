/**
 * `npm run tables`: generates the tables of README and docs again, and the files that they quote. A
 * test fails when they are out of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../root.ts';
import { fillIn } from './fillIn.ts';

for (const page of globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT })) {
	const file = `${ROOT}/${page}`;
	const text = readFileSync(file, 'utf8');
	const filled = fillIn(text);
	if (filled !== text) writeFileSync(file, filled);
}
