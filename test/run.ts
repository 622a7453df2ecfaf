/**
 * `node test/run.ts <suite…> [file…]` runs suites one after the other, all of them even when one fails, and says at the end
 * how many tests passed and failed. Files or folders choose among the suites' tests.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../src/build/ensureBuilt.ts';
import { ROOT } from '../src/build/root.ts';
import { readOutcomes, writeOutcomes, type Outcomes } from './support/outcomes.ts';
import { selectTests } from './support/selectTests.ts';

type Suite = 'lint' | 'node' | 'browser' | 'journeys' | 'webkit' | 'wordpress' | 'budgets' | 'services';

/** Each answers the command to run, or nothing when there is nothing to do. */
const SUITES: Record<Suite, (files: string[]) => string[] | undefined> = {
	lint: () => ['npm', 'run', '--silent', 'lint'],
	node: (files) => nodeTests(selectTests('node', files), ONE_PER_PROCESSOR),
	browser: (files) => (selectTests('browser', files).length > 0 ? webTests(files) : undefined),
	journeys: (files) => nodeTests(selectTests('journeys', files), TWO_PER_PROCESSOR),
	webkit: (files) => nodeTests(selectTests('webkit', files), ONE_AT_A_TIME),
	wordpress: (files) => nodeTests(selectTests('wordpress', files), ONE_AT_A_TIME),
	budgets: (files) => nodeTests(selectTests('budgets', files), ONE_AT_A_TIME),
	services: (files) => nodeTests(selectTests('services', files), ONE_AT_A_TIME),
};

const ONE_PER_PROCESSOR = `--test-concurrency=${availableParallelism()}`;
// They wait for people and networks half of the time.
const TWO_PER_PROCESSOR = `--test-concurrency=${2 * availableParallelism()}`;
// They measure time, share a browser that has one focus, or a database.
const ONE_AT_A_TIME = '--test-concurrency=1';

function nodeTests(files: string[], ...options: string[]): string[] | undefined {
	if (files.length === 0) return undefined;
	const reporters = ['spec', './test/support/nodeOutcomeReporter.ts'].flatMap((reporter) => [
		`--test-reporter=${reporter}`,
		'--test-reporter-destination=stdout',
	]);
	return [
		'node',
		'--import=./test/support/hooks.ts',
		'--import=./test/support/endAfterLastTest.ts',
		'--test',
		'--test-timeout=120000',
		...options,
		...reporters,
		...files,
	];
}

function webTests(files: string[]): string[] {
	return ['env', `TESTS=${files.join(',')}`, 'web-test-runner', '--config=test/web-test-runner.config.mjs'];
}

function isSuite(name: string): name is Suite {
	return Object.hasOwn(SUITES, name);
}

/** Runs the command with our output, and answers whether it succeeded. */
function run([command = '', ...rest]: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, rest, { cwd: ROOT, env, stdio: 'inherit' });
		child.once('error', reject);
		child.once('exit', (code) => resolve(code === 0));
	});
}

const chosen = process.argv.slice(2).filter(isSuite);
const files = process.argv.slice(2).filter((name) => !isSuite(name));
if (chosen.length === 0) throw new Error(`Name a suite: ${Object.keys(SUITES).join(', ')}.`);
if (chosen.some((suite) => ['journeys', 'webkit', 'wordpress', 'budgets'].includes(suite))) ensureBuilt();

const folder = mkdtempSync(join(tmpdir(), 'live-chat-outcomes-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const all: Outcomes = { passed: 0, failed: [] };

for (const suite of chosen) {
	const command = SUITES[suite](files);
	if (!command) continue;
	console.log(`\n── ${suite}`);
	const file = join(folder, suite);
	appendFileSync(file, '');
	const isGreen = await run(command, { ...process.env, TEST_OUTCOMES: file });
	const { passed, failed } = readOutcomes(readFileSync(file, 'utf8'));
	// A suite that tells nothing is one test; one that fails has failed, also before its first test.
	all.passed += passed || Number(isGreen);
	all.failed.push(...(failed.length > 0 || isGreen ? failed : [suite]));
}

writeOutcomes(all);
console.log('');
for (const name of all.failed) console.log(`✗ ${name}`);
console.log(`${all.passed} passed, ${all.failed.length} failed`);
if (all.failed.length > 0) process.exitCode = 1;
