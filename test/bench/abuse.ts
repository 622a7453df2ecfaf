/**
 * `npm run bench:abuse -- [--seconds 60] ['largest texts' …]`: one address does its worst, and five
 * other visitors go on writing. Prints a line for each attack, then all of it as JSON; ends with 1
 * where one of the bounds is broken. The server runs with its own limits, as it is delivered; the
 * attacker has a process of low priority (attackProgram.ts). Memory is measured on Linux alone.
 */
import { parseArgs } from 'node:util';
import { bundlePrograms } from '../support/programs.ts';
import { ATTACKS, isAttack } from './attacks.ts';
import { measureAttack, type Measured } from './measureAttack.ts';

/**
 * Times that the slowest hundredth of the others' messages may take of what it takes on a quiet
 * server.
 */
const SLOWDOWN_MAX = 5;
/** Megabytes that the server's process may grow by. */
const GROWTH_MAX = 100;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { seconds: { type: 'string', default: '60' } },
});
const seconds = Number(values.seconds);
const unknown = positionals.find((name) => !isAttack(name));
if (unknown !== undefined || !(seconds > 0)) {
	console.error(`The attacks are: ${Object.keys(ATTACKS).join(', ')}.`);
	process.exit(1);
}
const chosen = (positionals.length > 0 ? positionals : Object.keys(ATTACKS)).filter(isAttack);

function breaches({ quiet, attacked, refused, memory }: Measured): string[] {
	const growth = memory && memory.attacked - memory.quiet;
	return [
		...(attacked.p99 > SLOWDOWN_MAX * quiet.p99
			? [`p99 is more than ${SLOWDOWN_MAX} times that of the quiet server`]
			: []),
		...(growth !== undefined && growth > GROWTH_MAX ? [`memory grew by more than ${GROWTH_MAX} MB`] : []),
		...Object.entries(refused).map(([status, count]) => `${count} messages of the others were answered ${status}`),
	];
}

function line(...columns: (string | number)[]): string {
	const [first = '', ...rest] = columns;
	const format = (column: string | number) => (typeof column === 'number' ? column.toFixed(1) : column).padStart(9);
	return `${String(first).padEnd(24)}${rest.map(format).join('')}`;
}

await bundlePrograms();
console.log(line(`ms, over ${seconds} s`, 'median', 'p99', 'attacked', 'p99', 'p99 ×', 'MB', 'attacked', '+ MB'));
const results: Record<string, Measured & { breaches: string[] }> = {};
for (const name of chosen) {
	const measured = await measureAttack(name, seconds);
	const broken = breaches(measured);
	results[name] = { ...measured, breaches: broken };
	const { quiet, attacked, memory } = measured;
	const [before, during] = [memory?.quiet ?? Number.NaN, memory?.attacked ?? Number.NaN];
	console.log(
		line(
			name,
			quiet.median,
			quiet.p99,
			attacked.median,
			attacked.p99,
			attacked.p99 / quiet.p99,
			before,
			during,
			during - before,
		),
	);
	for (const breach of broken) console.log(`    ✖ ${breach}`);
	if (broken.length > 0) process.exitCode = 1;
}
const round = (_key: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);
console.log(JSON.stringify(results, round, '\t'));
