/**
 * Runs test files one after the other in one process, so that they share what Node has loaded and
 * compiled: in a process of its own, a file spends most of its processor time on that.
 * `test/run.ts` starts a few such processes, and each takes the next file that none has taken. Each
 * file is a test, with the file's own tests below it.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../src/build/root.ts';

/** Milliseconds for a whole file; its tests inherit it. */
const TIMEOUT = 240_000;
/** Milliseconds for what comes to its end by itself, and for the reporter. */
const GRACE = 1_000;

const { TEST_TAKEN: folder = '', TEST_FILES: files = '' } = process.env;

// What a test waits for may not keep the process, such as the answer of a worker thread.
const keepAlive = setInterval(() => {}, TIMEOUT);
for (const file of files.split(',')) {
	if (!take(file)) continue;
	await test(file, { timeout: TIMEOUT }, async () => {
		await import(pathToFileURL(join(ROOT, file)).href);
	});
}
after(() => {
	clearInterval(keepAlive);
	setTimeout(end, GRACE).unref();
});

/**
 * Ends the process although a failed test may have left something running. The runner reports when
 * nothing is left to do.
 */
function end(): void {
	process.emit('beforeExit', 0);
	setTimeout(() => process.exit(), GRACE).unref();
}

/** Whether this process is the first to take the file. */
function take(file: string): boolean {
	try {
		closeSync(openSync(join(folder, encodeURIComponent(file)), 'wx'));
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}
