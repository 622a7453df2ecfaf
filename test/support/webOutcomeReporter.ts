import { relative } from 'node:path';
import type { Reporter, TestSuiteResult } from '@web/test-runner';
import { writeOutcomes, type Outcomes } from './outcomes.ts';

/** A reporter for @web/test-runner that prints nothing. A file that did not load counts as one failure. */
export function webOutcomeReporter(): Reporter {
	let rootDir = '';
	return {
		start({ config }) {
			({ rootDir } = config);
		},
		onTestRunFinished({ sessions }) {
			const outcomes: Outcomes = { passed: 0, failed: [] };
			for (const { testFile, testResults, errors } of sessions) {
				const file = relative(rootDir, testFile);
				for (const { message } of errors) outcomes.failed.push(`${file}: ${message}`);
				if (testResults) add(outcomes, testResults, file);
			}
			writeOutcomes(outcomes);
		},
	};
}

function add(outcomes: Outcomes, { suites, tests }: TestSuiteResult, within: string): void {
	for (const { name, passed, skipped } of tests) {
		if (skipped) continue;
		if (passed) outcomes.passed += 1;
		else outcomes.failed.push(`${within}: ${name}`);
	}
	for (const suite of suites) add(outcomes, suite, suite.name ? `${within}: ${suite.name}` : within);
}
