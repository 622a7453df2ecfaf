/**
 * `npm run histories [-- --count 1000 --seed 1]` runs random histories of visitors and agents
 * against a test server. Where one fails, it prints the seed, what is wrong, and the steps that are
 * needed for it.
 */
import { parseArgs } from 'node:util';
import { bundlePrograms } from '../support/programs.ts';
import { describeFailure, searchHistories } from './searchHistories.ts';

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '1000' },
		seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
	},
});

console.log(`seed ${values.seed}`);
await bundlePrograms();
const began = performance.now();
const { failure } = await searchHistories(Number(values.seed), Number(values.count));
if (failure) {
	console.log(describeFailure(failure));
	process.exitCode = 1;
} else console.log(`${values.count} histories in ${((performance.now() - began) / 1000).toFixed(0)} s`);
