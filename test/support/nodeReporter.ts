import { relative, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { ROOT } from '../../src/build/root.ts';
import { failureOf, noOutcomes, noteTime, writeOutcomes } from './outcomes.ts';
import { createProgressLines } from './progress.ts';

const outcomes = noOutcomes();
const progressLine = createProgressLines();
/** File → number of failed tests. */
const failures = new Map<string, number>();
/** Files of which one of the two is known: the runner reports them in either order. */
const ended = new Map<string, { tests?: number; milliseconds?: number }>();

/** Formats failures, and the output of the tests themselves. */
const details = new spec();

/** A reporter for `node --test`: a line for each file, the failures in full, and the outcomes for `run.ts`. */
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
	if (type === 'test:diagnostic') return data.file !== undefined;
	return type === 'test:fail' || type === 'test:stdout' || type === 'test:stderr';
}

/** The runner reports each file as a test around the file's own tests. */
function isWholeFile({ name, file }: { name: string; file?: string | undefined }): boolean {
	return resolve(ROOT, name) === file;
}

/** The file that was run; `file` is where the test is written, such as a contract that several files share. */
function fileOf(data: TestEvent['data']): string | undefined {
	// The types lack `entryFile`, which Node 24 has (https://nodejs.org/api/test.html#class-testsstream).
	const { entryFile, file } = (data ?? {}) as { entryFile?: string; file?: string };
	return entryFile ?? file;
}

/** Answers the line about a file that has ended. */
function note({ type, data }: TestEvent): string | undefined {
	const file = relative(ROOT, fileOf(data) ?? ROOT);
	if (type === 'test:fail' && data.details.type !== 'suite' && data.skip === undefined && data.todo === undefined) {
		failures.set(file, (failures.get(file) ?? 0) + 1);
		outcomes.failed.push(isWholeFile(data) ? failureOf(file, 'the file itself') : failureOf(file, data.name));
	}
	if (type === 'test:complete' && isWholeFile(data)) {
		noteTime(outcomes, file, data.details.duration_ms);
		return noteEnd(file, { milliseconds: data.details.duration_ms });
	}
	// Each file has a summary; the last one, without a file, is the run's.
	if (type === 'test:summary') {
		const { tests, passed, skipped, todo } = data.counts;
		const known = file ? (failures.get(file) ?? 0) : outcomes.failed.length;
		const untold = tests - passed - skipped - todo - known;
		for (let i = 0; i < untold; i += 1) outcomes.failed.push(failureOf(file, 'a test that did not end'));
		if (file) return noteEnd(file, { tests });
		outcomes.passed = passed;
		writeOutcomes(outcomes);
	}
	return undefined;
}

/** Answers the line once all parts are known. */
function noteEnd(file: string, part: { tests?: number; milliseconds?: number }): string | undefined {
	const { tests, milliseconds } = { ...ended.get(file), ...part };
	ended.set(file, { ...ended.get(file), ...part });
	if (tests === undefined || milliseconds === undefined) return undefined;
	return progressLine(file, !failures.has(file), tests, milliseconds);
}
