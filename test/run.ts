/**
 * `node test/run.ts <suite…> [file…]` runs suites one after the other, also when one fails, and
 * prints at the end which files took longest, and how many tests passed and failed. Files or
 * folders select tests of the suites. In place of suites, `first` is what `npm test` runs, and
 * `all` everything that needs no service; `--rest` leaves out what is first. They run two suites at
 * a time, since neither fills the processors alone. `--changed` takes the tests that a change since
 * `main` can break.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isBuilt } from '../src/build/ensureBuilt.ts';
import { ROOT } from '../src/build/root.ts';
import { chosenBrowser, findBrowser } from './support/browser.ts';
import { findChanges, selectChanged } from './support/changedTests.ts';
import { bundlePrograms } from './support/programs.ts';
import { seedPostgres } from './server/services.ts';
import { seedDatabase } from './support/server.ts';
import { noOutcomes, noteTime, readOutcomes, writeOutcomes } from './support/outcomes.ts';
import { formatTime, type Progress } from './support/progress.ts';
import { isFirst, mayShareProcess, needsBuild, type Place, selectTests } from './support/selectTests.ts';

/** `test/mutants` records which test does what, one after the other. */
const AT_ONCE = Number(process.env['TEST_AT_ONCE'] ?? availableParallelism());

type Suite = 'lint' | Place;

interface Task {
	suite: Suite;
	files: string[];
}

/** Suite → function that answers the commands that share its files. */
const SUITES: Record<Suite, (files: string[]) => string[][]> = {
	lint: () => [['npm', 'run', '--silent', 'lint']],
	node: (files) => [
		...sharedProcesses(files.filter(mayShareProcess), AT_ONCE),
		...ownProcesses(files.filter((file) => !mayShareProcess(file))),
	],
	browser: (files) => [browserTests(files, chosenBrowser === 'chromium' ? 2 : 1)],
	timings: (files) => [browserTests(files, 1)],
	journeys: (files) => [nodeTests(files, isAlone ? 2 * availableParallelism() : availableParallelism())],
	// A view is a test, and has up to a hundred controls; a walk waits most of its time for quiet.
	pressing: (files) => [nodeTests(files, availableParallelism() + 1, '--test-timeout=600000')],
	slow: (files) => [nodeTests(files, availableParallelism())],
	webkit: (files) => [nodeTests(files, 1)],
	wordpress: (files) => [nodeTests(files, 1)],
	budgets: (files) => [nodeTests(files, 1)],
	services: (files) => sharedProcesses(files, availableParallelism()),
	long: (files) => [nodeTests(files, 1)],
};

const NODE = ['node', '--import=./test/support/hooks.ts', '--import=./test/support/endAfterLastTest.ts'];
const REPORTER = ['--test-reporter=./test/support/nodeReporter.ts', '--test-reporter-destination=stdout'];

const MEMORY = '/dev/shm';
/** Bytes of which tests leave most, such as what a server keeps free on its disk. */
const ENOUGH = 4_000_000_000;

/**
 * One process for each file. Tests that measure time, or share a browser with one focus, run one at
 * a time.
 */
function nodeTests(files: string[], atOnce: number, ...options: string[]): string[] {
	const limits = ['--test-timeout=120000', `--test-concurrency=${atOnce}`, ...options];
	return [...NODE, '--test', ...limits, ...REPORTER, ...files];
}

function ownProcesses(files: string[]): string[][] {
	return files.length > 0 ? [nodeTests(files, AT_ONCE)] : [];
}

/** A few processes that take one file after the other. */
function sharedProcesses(files: string[], number: number): string[][] {
	const taken = mkdtempSync(join(folder, 'taken-'));
	const environment = ['env', `TEST_FILES=${files.join(',')}`, `TEST_TAKEN=${taken}`, `TMPDIR=${fastFolder()}`];
	const command = [...environment, ...NODE, ...REPORTER, 'test/support/sharedProcess.ts'];
	return Array.from({ length: Math.min(number, files.length) }, () => command);
}

/** A new folder, in memory where there is plenty of it: each commit of SQLite waits for a disk. */
function fastFolder(): string {
	const { bavail = 0, bsize = 0 } = existsSync(MEMORY) ? statfsSync(MEMORY) : {};
	const fast = mkdtempSync(join(bavail * bsize > ENOUGH ? MEMORY : folder, 'live-chat-run-'));
	// A database of a test's own runs as another user, who has to get to its folder in there.
	chmodSync(fast, 0o711);
	process.on('exit', () => rmSync(fast, { recursive: true, force: true }));
	return fast;
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

/**
 * Runs the command, and answers whether it succeeded. What it prints is shown at once, or when it
 * has ended.
 */
function run([command = '', ...rest]: string[], env: NodeJS.ProcessEnv, isShownAtOnce: boolean): Promise<boolean> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, rest, {
			cwd: ROOT,
			env,
			stdio: ['inherit', ...(isShownAtOnce ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
		child.once('error', reject);
		child.once('close', (code) => {
			process.stdout.write(output);
			resolve(code === 0);
		});
	});
}

/**
 * What `npm test` consists of, in the order in which two tasks at a time are begun, and what `npm
 * run test:all` adds. Those of the last list compare times, so each runs beside nothing else.
 */
const FIRST: Suite[] = ['lint', 'browser', 'node', 'pressing', 'journeys'];
const REST: Suite[] = ['pressing', 'journeys', 'slow'];
const REST_ALONE: Suite[] = ['budgets', 'timings'];

const SLOWEST = 10;

const { values: flags, positionals } = parseArgs({
	allowPositionals: true,
	options: { changed: { type: 'boolean', default: false }, rest: { type: 'boolean', default: false } },
});
const named = positionals.filter(isSuite);
const scope = (['first', 'all'] as const).find((name) => positionals.includes(name));
const paths = positionals.filter((name) => !isSuite(name) && name !== scope);
if (named.length === 0 && !scope) throw new Error(`Name a suite: first, all, ${Object.keys(SUITES).join(', ')}.`);
const isChosen = paths.length > 0 || flags.changed;
const wanted = flags.changed ? selectChanged(findChanges()) : paths;

/**
 * The tasks of suites, without those that have no test to run. Lint looks at everything, unless
 * tests were named.
 */
function tasksOf(suites: Suite[], isWanted: (file: string) => boolean = () => true): Task[] {
	return suites.flatMap((suite): Task[] => {
		if (suite === 'lint') return paths.length === 0 ? [{ suite, files: [] }] : [];
		const files = isChosen && wanted.length === 0 ? [] : selectTests(suite, wanted).filter(isWanted);
		return files.length > 0 ? [{ suite, files }] : [];
	});
}

/** What was named is run by either command, wherever it belongs. */
const first = scope && !flags.rest ? tasksOf(FIRST, isFirst) : [];
const rest = scope === 'all' || (scope && isChosen) ? tasksOf(REST, (file) => !isFirst(file)) : [];
const alone = named.length > 0 ? tasksOf(named) : scope === 'all' || isChosen ? tasksOf(REST_ALONE) : [];
const beside = [...first, ...rest];
const tasks = [...beside, ...alone];
const isAlone = beside.length === 0;
if (tasks.length === 0) throw new Error(`No test of ${scope ?? named.join(', ')} is at ${paths.join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'live-chat-run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const total = noOutcomes();
const progress: Progress = {
	counter: join(folder, 'ended'),
	all: tasks.reduce((sum, { files }) => sum + files.length, 0),
	began: Date.now(),
};
const suites = new Set(tasks.map(({ suite }) => suite));

/** The build, and what else tasks share; those that need it wait. */
const building = tasks.some(usesBuild) && !isBuilt() ? buildProduct() : Promise.resolve(true);
if ([...suites].some((suite) => !['lint', 'browser', 'timings'].includes(suite))) {
	await bundlePrograms();
	await seedDatabase(join(folder, 'data'));
}
const removeSeeded = suites.has('services') && process.env['TEST_DATABASE_URL'] ? await seedPostgres() : undefined;
// Unpacks it before the tests, which would do so at the same time. Where there is none, those that
// need one say so.
if (chosenBrowser === 'chromium' && (suites.has('journeys') || suites.has('pressing'))) {
	await findBrowser({ isShellEnough: true }).catch(() => undefined);
}

function usesBuild({ files }: Task): boolean {
	return files.some(needsBuild);
}

async function buildProduct(): Promise<boolean> {
	const isGreen = await run(['node', 'src/build/build.ts'], process.env, tasks.length === 1);
	if (!isGreen) total.failed.push('build');
	return isGreen;
}

async function runTask({ suite, files }: Task): Promise<void> {
	if (usesBuild({ suite, files }) && !(await building)) return;
	console.log(`\n── ${suite}`);
	const began = performance.now();
	const file = join(folder, `${suite}-${tasks.findIndex((task) => task.files === files)}`);
	appendFileSync(file, '');
	const env = { ...process.env, TEST_OUTCOMES: file, TEST_PROGRESS: JSON.stringify(progress) };
	const ends = await Promise.all(SUITES[suite](files).map((command) => run(command, env, suite !== 'lint')));
	const isGreen = ends.every(Boolean);
	const { passed, failed, took, pressed } = readOutcomes(readFileSync(file, 'utf8'));
	// A suite without outcomes counts as one test; one that fails counts as failed, even before its
	// first test.
	total.passed += passed || Number(isGreen);
	total.pressed += pressed;
	total.failed.push(...(failed.length > 0 || isGreen ? failed : [suite]));
	for (const [name, milliseconds] of took) noteTime(total, name, milliseconds);
	times.push(`${formatTime(performance.now() - began).padStart(7)}    ${suite}`);
}

const times: string[] = [];
const waiting = beside.values();
async function takeTurns(): Promise<void> {
	for (const task of waiting) await runTask(task);
}
await Promise.all([takeTurns(), takeTurns()]);
for (const task of alone) await runTask(task);
await building;

await removeSeeded?.();
writeOutcomes(total);
const slowest = [...total.took].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
if (progress.all > SLOWEST) {
	console.log(`\nThe slowest of ${progress.all} files, of ${formatTime(Date.now() - progress.began)} in all:`);
	for (const [name, milliseconds] of slowest) console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
	if (tasks.length > 1) console.log(`\nEach suite:\n${times.join('\n')}`);
}
console.log('');
if (total.pressed > 0) console.log(`${total.pressed} controls pressed`);
for (const name of total.failed) console.log(`✗ ${name}`);
console.log(`${total.passed} passed, ${total.failed.length} failed`);
if (total.failed.length > 0) process.exitCode = 1;
