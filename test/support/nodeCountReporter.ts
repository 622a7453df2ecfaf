import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { writeCounts } from './counts.ts';

/** A reporter for `node --test` that prints nothing. */
export default new Transform({
	writableObjectMode: true,
	transform({ type, data }: TestEvent, _encoding, done) {
		// Each file has a summary too; the last one, without a file, is that of the run.
		if (type === 'test:summary' && data.file === undefined) {
			const { tests, passed, skipped, todo } = data.counts;
			writeCounts({ passed, failed: tests - passed - skipped - todo });
		}
		done();
	},
});
