/**
 * Ends the process after the last test, since a failed test may leave a server running, and later
 * suites have to run. `--test-force-exit` is no solution: it ends a file's process before its
 * results are out, and loses some of them (Node 24.21: 7 to 62 of 2,000).
 */
import { after } from 'node:test';

/**
 * Milliseconds for the results to reach the runner. A process that left nothing running ends
 * before.
 */
const GRACE = 5_000;

// The runner itself loads this file too, and has to keep running.
if (process.env['NODE_TEST_CONTEXT']) {
	after(() => {
		setTimeout(() => process.exit(), GRACE).unref();
	});
}
