/**
 * A failed test may leave a server behind, and the suites after it still have to run. Not `--test-force-exit`: that ends a file's
 * process before its results are out, and loses some of them (Node 24.21: 7 to 62 of 2,000).
 */
import { after } from 'node:test';

/** Milliseconds for the results to reach the runner. Nobody waits for them where nothing was left behind. */
const GRACE = 5_000;

// The runner itself loads this too, and has to stay.
if (process.env['NODE_TEST_CONTEXT']) {
	after(() => {
		setTimeout(() => process.exit(), GRACE).unref();
	});
}
