/**
 * The progress of a run of several suites: `test/run.ts` puts into `TEST_PROGRESS` what came before a suite, and each file
 * that ends prints a line.
 */

export interface Progress {
	/** Files that have ended. */
	done: number;
	/** Files of all suites. */
	all: number;
	/** When the run began, in milliseconds since the epoch. */
	began: number;
}

/**
 * Answers a function that makes the line for each file that ends, such as `[ 12/212  1:03] ✔ test/server/guard.test.ts (21
 * tests, 3.2 s)`.
 */
export function createProgressLines(): (file: string, isGreen: boolean, tests: number, milliseconds: number) => string {
	const { done, all, began } = readProgress();
	let ended = done;
	return (file, isGreen, tests, milliseconds) => {
		ended += 1;
		const count = `${String(ended).padStart(String(all).length)}/${all}`;
		const sign = isGreen ? '✔' : '✖';
		return `[${count} ${formatTime(Date.now() - began).padStart(5)}] ${sign} ${file} (${tests} tests, ${(milliseconds / 1000).toFixed(1)} s)`;
	};
}

/** Minutes and seconds, such as `12:05`. */
export function formatTime(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function readProgress(): Progress {
	const said = process.env['TEST_PROGRESS'];
	return said ? (JSON.parse(said) as Progress) : { done: 0, all: 0, began: Date.now() };
}
