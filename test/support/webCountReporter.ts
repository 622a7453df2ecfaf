import type { Reporter, TestSuiteResult } from '@web/test-runner';
import { writeCounts, type Counts } from './counts.ts';

/** A reporter for @web/test-runner that prints nothing. A file that did not load counts as one failure. */
export function webCountReporter(): Reporter {
	return {
		onTestRunFinished({ sessions }) {
			const counts = { passed: 0, failed: 0 };
			for (const { testResults, errors } of sessions) {
				counts.failed += errors.length;
				if (testResults) add(counts, testResults);
			}
			writeCounts(counts);
		},
	};
}

function add(counts: Counts, { suites, tests }: TestSuiteResult): void {
	for (const { passed, skipped } of tests) {
		if (!skipped) counts[passed ? 'passed' : 'failed'] += 1;
	}
	for (const suite of suites) add(counts, suite);
}
