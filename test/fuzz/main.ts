/**
 * `npm run fuzz [-- --count 100000 --seed 1]` sends malformed and hostile requests to a test
 * server, and prints how they were answered and how much memory the server had after each quarter.
 * It fails where one was answered with 5xx or not at all, where most were refused at the door, or
 * where memory kept growing (measured on Linux).
 */
import { parseArgs } from 'node:util';
import { complaintsOf, fuzz } from './fuzz.ts';
import { residentMemory } from '../support/residentMemory.ts';
import { startServer } from '../support/server.ts';
import { startSiteverify } from '../support/siteverify.ts';

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '100000' },
		seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
	},
});
const [count, seed] = [Number(values.count), Number(values.seed)];
/**
 * The memory at the end may be this many times that after the first quarter, when all code has been
 * used.
 */
const GROWTH_MAX = 1.5;

console.log(`seed ${seed}`);
const provider = await startSiteverify();
provider.state = 'generous';
const server = await startServer({ captchaUrl: provider.url });
const memory: number[] = [];
let hasFailed = false;
for (const quarter of [1, 2, 3, 4]) {
	const outcome = await fuzz(server, seed + quarter, Math.ceil(count / 4));
	const complaints = complaintsOf(outcome);
	hasFailed ||= complaints.length > 0;
	memory.push(Math.round((residentMemory(server.pid) ?? 0) / 1024));
	const statuses = [...outcome.statuses].toSorted(([one], [other]) => one - other);
	console.log(`${statuses.map(([status, times]) => `${status}: ${times}`).join(', ')}; ${memory.at(-1)} MB`);
	for (const complaint of complaints) console.log(complaint);
}
await server.stop();
provider.stop();
const [first = 0, last = 0] = [memory[0], memory.at(-1)];
if (last > first * GROWTH_MAX) console.log(`Memory grew from ${first} to ${last} MB`);
if (hasFailed || last > first * GROWTH_MAX) process.exitCode = 1;
