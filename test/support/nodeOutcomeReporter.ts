import { relative } from 'node:path';
import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { ROOT } from '../../src/build/root.ts';
import { writeOutcomes } from './outcomes.ts';

const failed: string[] = [];

/** A reporter for `node --test` that prints nothing. */
export default new Transform({
	writableObjectMode: true,
	transform({ type, data }: TestEvent, _encoding, done) {
		if (type === 'test:fail' && data.details.type !== 'suite' && data.skip === undefined && data.todo === undefined) {
			failed.push(`${relative(ROOT, data.file ?? '')}: ${data.name}`);
		}
		// Each file has a summary too; the last one, without a file, is that of the run.
		if (type === 'test:summary' && data.file === undefined) {
			const { tests, passed, skipped, todo } = data.counts;
			const untold = tests - passed - skipped - todo - failed.length;
			for (let i = 0; i < untold; i += 1) failed.push('a test that did not end');
			writeOutcomes({ passed, failed });
		}
		done();
	},
});
