/** How many tests passed and failed, written to the file that `TEST_COUNTS` names, so that suites of different runners add up. */
import { appendFileSync } from 'node:fs';

export interface Counts {
	passed: number;
	failed: number;
}

export function writeCounts(counts: Counts): void {
	const file = process.env['TEST_COUNTS'];
	if (file) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** The sum of what `writeCounts` wrote. */
export function sumCounts(written: string): Counts {
	const sum = { passed: 0, failed: 0 };
	for (const line of written.split('\n').filter(Boolean)) {
		const { passed, failed } = JSON.parse(line) as Counts;
		sum.passed += passed;
		sum.failed += failed;
	}
	return sum;
}
