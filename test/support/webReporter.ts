import { relative } from 'node:path';
import type { Reporter, TestResult, TestSession, TestSuiteResult } from '@web/test-runner';
import { failureOf, noOutcomes, noteTime, writeOutcomes } from './outcomes.ts';
import { createProgressLines } from './progress.ts';

/**
 * A reporter for @web/test-runner: a line for each file, and the outcomes for `run.ts`. A file that
 * did not load counts as one failure.
 * @param sources the test files within the repository, whose bundles the runner loads
 */
export function webReporter(sources: string[]): Reporter {
	const progressLine = createProgressLines();
	const byBundle = new Map(sources.map((source) => [source.replace(/^test\/|\.tsx?$/g, ''), source]));
	let rootDir = '';
	/**
	 * File → the sessions that have ended; in the complete run files in `elements` and `host` have
	 * two.
	 */
	const ended = new Map<string, TestSession[]>();
	let bundles: string[] = [];

	/**
	 * `/tmp/bundles/react/host/launcher.browser.test.js` is the bundle of
	 * `test/host/launcher.browser.test.ts`.
	 */
	function sourceOf(bundle: string): string {
		const path = relative(rootDir, bundle).replace(/^(react|preact)\//, '');
		return byBundle.get(path.replace(/\.js$/, '')) ?? path;
	}

	return {
		start({ config, testFiles }) {
			({ rootDir } = config);
			bundles = testFiles;
		},
		reportTestFileResults({ logger, sessionsForTestFile, testFile }) {
			const file = sourceOf(testFile);
			const sessions = [...(ended.get(file) ?? []), ...sessionsForTestFile];
			ended.set(file, sessions);
			if (sessions.length < bundles.filter((bundle) => sourceOf(bundle) === file).length) return;
			const tests = sessions.flatMap(listTests);
			const isGreen = sessions.every(({ passed }) => passed);
			logger.log(progressLine(file, isGreen, tests.length, timeOf(tests)));
		},
		onTestRunFinished({ sessions }) {
			const outcomes = noOutcomes();
			for (const session of sessions) {
				const file = sourceOf(session.testFile);
				const tests = listTests(session).filter(({ skipped }) => !skipped);
				outcomes.passed += tests.filter(({ passed }) => passed).length;
				for (const { message } of session.errors) outcomes.failed.push(failureOf(file, message));
				for (const { passed, path } of tests) if (!passed) outcomes.failed.push(failureOf(file, ...path));
				noteTime(outcomes, file, timeOf(tests));
			}
			writeOutcomes(outcomes);
		},
	};
}

function timeOf(tests: TestResult[]): number {
	return tests.reduce((sum, { duration = 0 }) => sum + duration, 0);
}

/** All tests, each with the names of its suites. */
function listTests({ testResults }: TestSession): (TestResult & { path: string[] })[] {
	return testResults ? testsIn(testResults, []) : [];
}

function testsIn({ suites, tests }: TestSuiteResult, path: string[]): (TestResult & { path: string[] })[] {
	return [
		...tests.map((test) => ({ ...test, path: [...path, test.name] })),
		...suites.flatMap((suite) => testsIn(suite, suite.name ? [...path, suite.name] : path)),
	];
}
