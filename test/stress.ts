/**
 * `npm run stress -- <file…> [--times 20]` runs each file many times on a quiet machine, and as
 * many times beside as many busy loops as there are processors. It prints what failed, how often,
 * and how long the runs took. `--quiet` or `--busy` leaves the other half out; BROWSER chooses the
 * browser as for `npm run test:browser`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../src/build/root.ts';
import { type Outcomes, readOutcomes } from './support/outcomes.ts';
import { type Place, PLACES, selectTests } from './support/selectTests.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { times: { type: 'string', default: '20' }, quiet: { type: 'boolean' }, busy: { type: 'boolean' } },
});
const times = Number(values.times);
const chosen = PLACES.flatMap((place) => selectTests(place, positionals).map((file) => ({ place, file })));
if (positionals.length === 0 || chosen.length === 0 || !(times >= 1)) {
	console.error('Name test files or folders: npm run stress -- test/server/http/guard.test.ts --times 20');
	process.exit(1);
}
const conditions = (['quiet', 'busy'] as const).filter((name) => values[name] || (!values.quiet && !values.busy));

for (const condition of conditions) {
	const loops = condition === 'busy' ? startBusyLoops() : [];
	for (const { place, file } of chosen) repeat(place, file, condition);
	for (const loop of loops) loop.kill('SIGKILL');
}

function repeat(place: Place, file: string, condition: string): void {
	const seconds: number[] = [];
	const failures = new Map<string, number>();
	for (let run = 1; run <= times; run += 1) {
		const began = performance.now();
		const { failed, output } = runOnce(place, file);
		seconds.push((performance.now() - began) / 1000);
		for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
		if (failed.length > 0) console.log(`${output}\n✗ ${condition}, run ${run} of ${times}: ${file}`);
	}
	const [least, median, most] = [0, (times - 1) >> 1, times - 1].map((at) =>
		seconds.toSorted((a, b) => a - b)[at]?.toFixed(1),
	);
	const sign = failures.size === 0 ? '✔' : '✖';
	console.log(`${sign} ${condition}: ${file}, ${times} times, ${least} / ${median} / ${most} s (least, median, most)`);
	for (const [name, count] of failures) console.log(`    ${count} of ${times} failed: ${name}`);
	if (failures.size > 0) process.exitCode = 1;
}

function runOnce(place: Place, file: string): Pick<Outcomes, 'failed'> & { output: string } {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-stress-'));
	const outcomes = join(folder, 'outcomes');
	const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.ts', place, file], {
		cwd: ROOT,
		env: { ...process.env, TEST_OUTCOMES: outcomes },
		encoding: 'utf8',
		maxBuffer: Infinity,
	});
	const { failed } = status === null ? { failed: [] } : readOutcomes(readFileSync(outcomes, 'utf8'));
	rmSync(folder, { recursive: true });
	return { failed: status === 0 || failed.length > 0 ? failed : [`${file} > the run itself`], output: stdout + stderr };
}

function startBusyLoops() {
	const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
	process.on('exit', () => {
		for (const loop of loops) loop.kill('SIGKILL');
	});
	return loops;
}
