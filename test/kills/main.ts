/**
 * `npm run kills [-- --count 1000 --seed 1]` kills a server so many times at random moments while
 * messages are written to it, and prints which repetition was answered with anything but the stored
 * message.
 */
import { parseArgs } from 'node:util';
import { bundlePrograms } from '../support/programs.ts';
import { killOften } from './killOften.ts';

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '1000' },
		seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
	},
});

console.log(`seed ${values.seed}`);
await bundlePrograms();
let told = 0;
const { kills, messages, cut, faults } = await killOften(Number(values.count), Number(values.seed), (report) => {
	for (; told < report.faults.length; told += 1) console.log(report.faults[told]);
	if (report.kills % 100 === 0) console.log(`${report.kills} kills, ${report.messages} messages`);
});
for (const fault of faults.slice(told)) console.log(fault);
console.log(`${kills} kills, ${messages} messages, ${cut} requests cut off, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
