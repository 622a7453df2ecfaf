/**
 * What became of a suite's tests, written to the file that `TEST_OUTCOMES` names, so that suites of different runners add up:
 * lines of `passed {how many}` and of `failed {which}`.
 */
import { appendFileSync } from 'node:fs';

export interface Outcomes {
	passed: number;
	/** The failed ones, such as `test/widget/home.browser.test.ts: home: shows the team`. */
	failed: string[];
}

export function writeOutcomes({ passed, failed }: Outcomes): void {
	const file = process.env['TEST_OUTCOMES'];
	if (!file) return;
	const lines = [`passed ${passed}`, ...failed.map((name) => `failed ${name.replaceAll(/\s+/g, ' ')}`)];
	appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/** All that `writeOutcomes` wrote. */
export function readOutcomes(written: string): Outcomes {
	const all: Outcomes = { passed: 0, failed: [] };
	for (const line of written.split('\n').filter(Boolean)) {
		const [kind, said] = [line.slice(0, 6), line.slice(7)];
		if (kind === 'passed') all.passed += Number(said);
		else all.failed.push(said);
	}
	return all;
}
