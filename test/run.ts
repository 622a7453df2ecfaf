/**
 * `node test/run.ts <suite…> [file…]` runs suites one after the other, also when one fails, and prints at the end which files
 * took longest, and how many tests passed and failed. Files or folders select tests of the suites.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../src/build/ensureBuilt.ts';
import { ROOT } from '../src/build/root.ts';
import { chosenBrowser, findBrowser } from './support/browser.ts';
import { bundlePrograms } from './support/programs.ts';
import { seedPostgres } from './server/services.ts';
import { seedDatabase } from './support/server.ts';
import { noOutcomes, noteTime, readOutcomes, writeOutcomes } from './support/outcomes.ts';
import { formatTime, type Progress } from './support/progress.ts';
import { type Place, selectTests } from './support/selectTests.ts';

type Suite = 'lint' | Place;

/** Suite → function that answers the command to run its files. */
const SUITES: Record<Suite, (files: string[]) => string[]> = {
	lint: () => ['npm', 'run', '--silent', 'lint'],
	node: (files) => nodeTests(files, TWO_PER_PROCESSOR),
	browser: (files) => browserTests(files, chosenBrowser === 'chromium' ? 2 : 1),
	timings: (files) => browserTests(files, 1),
	journeys: (files) => nodeTests(files, TWO_PER_PROCESSOR),
	webkit: (files) => nodeTests(files, ONE_AT_A_TIME),
	wordpress: (files) => nodeTests(files, ONE_AT_A_TIME),
	budgets: (files) => nodeTests(files, ONE_AT_A_TIME),
	services: (files) => nodeTests(files, ONE_AT_A_TIME),
	long: (files) => nodeTests(files, ONE_AT_A_TIME),
};

// The tests spend half of their time waiting: for simulated people and networks, or until something is due.
const TWO_PER_PROCESSOR = `--test-concurrency=${2 * availableParallelism()}`;
// These tests measure time, share a browser with one focus, or have the database's deadline while Firefox runs beside them.
const ONE_AT_A_TIME = '--test-concurrency=1';

function nodeTests(files: string[], ...options: string[]): string[] {
	return [
		'node',
		'--import=./test/support/hooks.ts',
		'--import=./test/support/endAfterLastTest.ts',
		'--test',
		'--test-timeout=120000',
		...options,
		'--test-reporter=./test/support/nodeReporter.ts',
		'--test-reporter-destination=stdout',
		...files,
	];
}

/** Only Chromium can let each of several pages believe that it has the focus. */
function browserTests(files: string[], atOnce: number): string[] {
	return [
		'env',
		`TESTS=${files.join(',')}`,
		'web-test-runner',
		'--config=test/web-test-runner.config.mjs',
		`--concurrency=${atOnce}`,
	];
}

function isSuite(name: string): name is Suite {
	return Object.hasOwn(SUITES, name);
}

/** Runs the command with this process's output, and answers whether it succeeded. */
function run([command = '', ...rest]: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, rest, { cwd: ROOT, env, stdio: 'inherit' });
		child.once('error', reject);
		child.once('exit', (code) => resolve(code === 0));
	});
}

const SLOWEST = 10;

const named = process.argv.slice(2).filter(isSuite);
const wanted = process.argv.slice(2).filter((name) => !isSuite(name));
if (named.length === 0) throw new Error(`Name a suite: ${Object.keys(SUITES).join(', ')}.`);

/** The suites to run. Named files select tests, which lint does not have. */
const chosen = named.flatMap((suite): { suite: Suite; files: string[] }[] => {
	if (suite === 'lint') return wanted.length === 0 ? [{ suite, files: [] }] : [];
	const files = selectTests(suite, wanted);
	return files.length > 0 ? [{ suite, files }] : [];
});
if (chosen.length === 0) throw new Error(`No test of ${named.join(', ')} is at ${wanted.join(', ')}.`);
// Builds before the tests, which run in parallel, find out that they need it.
const suitesOfBuild = ['journeys', 'webkit', 'wordpress', 'budgets', 'long'];
const testsOfBuild = chosen
	.flatMap(({ files }) => files)
	.filter((file) => /^test\/(packages|server\/(pages|programs))\b/.test(file));
if (testsOfBuild.length > 0 || named.some((suite) => suitesOfBuild.includes(suite))) ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'live-chat-run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
if (named.some((suite) => !['lint', 'browser', 'timings'].includes(suite))) {
	await bundlePrograms();
	await seedDatabase(join(folder, 'data'));
}
const removeSeeded = named.includes('services') && process.env['TEST_DATABASE_URL'] ? await seedPostgres() : undefined;
// Unpacks it before the tests, which would do so at the same time. Where there is none, those that need one say so.
if (chosenBrowser === 'chromium' && named.includes('journeys')) {
	await findBrowser({ isShellEnough: true }).catch(() => undefined);
}

const total = noOutcomes();
const progress: Progress = {
	done: 0,
	all: chosen.reduce((sum, { files }) => sum + files.length, 0),
	began: Date.now(),
};

for (const { suite, files } of chosen) {
	console.log(`\n── ${suite}`);
	const file = join(folder, suite);
	appendFileSync(file, '');
	const isGreen = await run(SUITES[suite](files), {
		...process.env,
		TEST_OUTCOMES: file,
		TEST_PROGRESS: JSON.stringify(progress),
	});
	const { passed, failed, took } = readOutcomes(readFileSync(file, 'utf8'));
	// A suite without outcomes counts as one test; one that fails counts as failed, even before its first test.
	total.passed += passed || Number(isGreen);
	total.failed.push(...(failed.length > 0 || isGreen ? failed : [suite]));
	for (const [name, milliseconds] of took) noteTime(total, name, milliseconds);
	progress.done += files.length;
}

await removeSeeded?.();
writeOutcomes(total);
const slowest = [...total.took].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
if (progress.all > SLOWEST) {
	console.log(`\nThe slowest of ${progress.all} files, of ${formatTime(Date.now() - progress.began)} in all:`);
	for (const [name, milliseconds] of slowest) console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
console.log('');
for (const name of total.failed) console.log(`✗ ${name}`);
console.log(`${total.passed} passed, ${total.failed.length} failed`);
if (total.failed.length > 0) process.exitCode = 1;
