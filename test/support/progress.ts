/**
 * The progress of a run of several suites: `test/run.ts` puts into `TEST_PROGRESS` what all of its
 * processes share, and each file that ends prints a line.
 */
import { appendFileSync, statSync } from 'node:fs';

export interface Progress {
	/** A file with a byte for each test file that has ended, in any process. */
	counter: string;
	/** Files of all suites. */
	all: number;
	/** When the run began, in milliseconds since the epoch. */
	began: number;
}

/**
 * Answers a function that makes the line for each file that ends, such as `[ 12/212  1:03] ✔
 * test/server/http/guard.test.ts (21 tests, 3.2 s)`.
 */
export function createProgressLines(): (file: string, isGreen: boolean, tests: number, milliseconds: number) => string {
	const said = process.env['TEST_PROGRESS'];
	const { counter, all, began } = said ? (JSON.parse(said) as Progress) : { counter: '', all: 0, began: Date.now() };
	const countEnded = () => {
		if (!counter) return 0;
		appendFileSync(counter, '.');
		return statSync(counter).size;
	};
	return (file, isGreen, tests, milliseconds) => {
		const count = `${String(countEnded()).padStart(String(all).length)}/${all}`;
		const sign = isGreen ? '✔' : '✖';
		return `[${count} ${formatTime(Date.now() - began).padStart(5)}] ${sign} ${file} (${tests} tests, ${(milliseconds / 1000).toFixed(1)} s)`;
	};
}

/** Minutes and seconds, such as `12:05`. */
export function formatTime(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
