import { relative, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { ROOT } from '../../src/build/root.ts';
import { failureOf, noOutcomes, noteTime, writeOutcomes } from './outcomes.ts';
import { createProgressLines } from './progress.ts';

const SHARED = resolve(ROOT, 'test/support/sharedProcess.ts');

let outcomes = noOutcomes();
const progressLine = createProgressLines();
type DataOf<Type extends TestEvent['type']> = Extract<TestEvent, { type: Type }>['data'];
type PassedOrFailed = DataOf<'test:pass'> | DataOf<'test:fail'>;
type Summary = DataOf<'test:summary'>;

/** File → number of its tests, and of those that failed. */
const counts = new Map<string, { tests: number; failed: number }>();
/** Files of which one of the two is known: the runner reports them in either order. */
const ended = new Map<string, { tests?: number; milliseconds?: number }>();
/** The file whose tests a shared process runs. */
let current = '';

/** Formats failures, and the output of the tests themselves. */
const details = new spec();

/**
 * A reporter for `node --test`, and for `sharedProcess.ts`: a line for each file, the failures in
 * full, and the outcomes for `run.ts`.
 */
export default new Transform({
	writableObjectMode: true,
	transform(event: TestEvent, _encoding, done) {
		const line = note(event);
		if (line) this.push(`${line}\n`);
		if (isShown(event)) details.write(event);
		for (let text: unknown = details.read(); text !== null; text = details.read()) this.push(text);
		done();
	},
	flush(done) {
		details.on('data', (text) => this.push(text));
		details.on('end', done);
		details.end();
	},
});

function isShown({ type, data }: TestEvent): boolean {
	if (type === 'test:diagnostic') return data.file !== undefined && !(current && data.nesting === 0);
	return type === 'test:fail' || type === 'test:stdout' || type === 'test:stderr';
}

/**
 * A test around the file's own tests: the runner reports each file as one, and so does a shared
 * process.
 */
function isWholeFile({ name, file }: { name: string; file?: string | undefined }): boolean {
	return file === SHARED || resolve(ROOT, name) === file;
}

/**
 * The file that was run; `file` is where the test is written, such as a contract that several files
 * share.
 */
function fileOf(data: TestEvent['data']): string {
	// The types lack `entryFile`, which Node 24 has
	// (https://nodejs.org/api/test.html#class-testsstream).
	const { entryFile, file } = (data ?? {}) as { entryFile?: string; file?: string };
	return current || relative(ROOT, entryFile ?? file ?? ROOT);
}

function countsOf(file: string): { tests: number; failed: number } {
	const known = counts.get(file) ?? { tests: 0, failed: 0 };
	counts.set(file, known);
	return known;
}

/** Answers the line about a file that has ended. */
function note({ type, data }: TestEvent): string | undefined {
	// A shared process runs one file after the other.
	if (type === 'test:dequeue' && data.file === SHARED) current = data.name;
	const file = fileOf(data);
	if (type === 'test:pass' || type === 'test:fail') noteTest(file, type === 'test:pass', data);
	if (type === 'test:complete' && isWholeFile(data)) {
		noteTime(outcomes, file, data.details.duration_ms);
		const tests = current ? { tests: countsOf(file).tests } : {};
		return noteEnd(file, { milliseconds: data.details.duration_ms, ...tests });
	}
	return type === 'test:summary' && !current ? noteSummary(file, data) : undefined;
}

function noteTest(file: string, isPassed: boolean, data: PassedOrFailed): void {
	if (data.details.type === 'suite' || data.skip !== undefined || data.todo !== undefined) return;
	const isWhole = isWholeFile(data);
	const known = countsOf(file);
	if (!isWhole) known.tests += 1;
	// Of a process of its own, a file's summary has the number.
	if (isPassed) outcomes.passed += Number(current !== '' && !isWhole);
	else if (!(isWhole && isForItsTests(data))) {
		known.failed += 1;
		outcomes.failed.push(failureOf(file, isWhole ? 'the file itself' : data.name));
	}
	// At once, since a process that ends early has run its files up to then.
	if (!current || !isWhole) return;
	writeOutcomes(outcomes);
	outcomes = noOutcomes();
}

/** Whether the file failed for nothing but its tests, which are told of themselves. */
function isForItsTests({ details }: PassedOrFailed): boolean {
	const { error } = details as { error?: { failureType?: string } };
	return current !== '' && error?.failureType === 'subtestsFailed';
}

/**
 * Each file that had a process of its own has a summary; the last one, without a file, is the
 * run's.
 */
function noteSummary(
	file: string,
	{ counts: { tests, passed, skipped, todo }, file: isOfFile }: Summary,
): string | undefined {
	const known = isOfFile ? countsOf(file).failed : outcomes.failed.length;
	const untold = tests - passed - skipped - todo - known;
	for (let i = 0; i < untold; i += 1) outcomes.failed.push(failureOf(file, 'a test that did not end'));
	if (isOfFile) return noteEnd(file, { tests });
	outcomes.passed = passed;
	writeOutcomes(outcomes);
	return undefined;
}

/** Answers the line once all parts are known. */
function noteEnd(file: string, part: { tests?: number; milliseconds?: number }): string | undefined {
	const { tests, milliseconds } = { ...ended.get(file), ...part };
	ended.set(file, { ...ended.get(file), ...part });
	if (tests === undefined || milliseconds === undefined) return undefined;
	return progressLine(file, countsOf(file).failed === 0, tests, milliseconds);
}
