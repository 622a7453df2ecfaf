/** `npm run readme`: makes the README's tables anew. A test fails when they are stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../root.ts';
import { fillIn } from './fillIn.ts';

const file = `${ROOT}/README.md`;
writeFileSync(file, fillIn(readFileSync(file, 'utf8')));
