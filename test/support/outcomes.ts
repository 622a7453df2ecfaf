/**
 * The outcomes of a suite's tests, written to the file that `TEST_OUTCOMES` names, so that suites
 * of different runners can be summed up. One line per fact: `passed {how many}`, `failed {file} >
 * {test}`, `took {milliseconds} {file}`, `pressed {how many controls}`.
 */
import { appendFileSync } from 'node:fs';

export interface Outcomes {
	passed: number;
	/** The failed ones, such as `test/widget/home.browser.test.ts > home > shows the team`. */
	failed: string[];
	/** File → milliseconds; of a file that ran twice, the longer time. */
	took: Map<string, number>;
	/** Controls that `pressing` has pressed. */
	pressed: number;
}

export function noOutcomes(): Outcomes {
	return { passed: 0, failed: [], took: new Map(), pressed: 0 };
}

/**
 * The name of a failed test everywhere. `names` lead from the file through its suites to the test.
 */
export function failureOf(file: string, ...names: string[]): string {
	return [file, ...names].map((name) => name.replaceAll(/\s+/g, ' ')).join(' > ');
}

export function writeOutcomes({ passed, failed, took, pressed }: Outcomes): void {
	const file = process.env['TEST_OUTCOMES'];
	if (!file) return;
	const lines = [
		`passed ${passed}`,
		...failed.map((name) => `failed ${name}`),
		...[...took].map(([name, milliseconds]) => `took ${Math.round(milliseconds)} ${name}`),
		...(pressed > 0 ? [`pressed ${pressed}`] : []),
	];
	appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/** Parses what `writeOutcomes` has written. */
export function readOutcomes(written: string): Outcomes {
	const all = noOutcomes();
	for (const line of written.split('\n').filter(Boolean)) {
		const [, kind, said = ''] = /^(\w+) (.*)/.exec(line) ?? [];
		if (kind === 'passed') all.passed += Number(said);
		else if (kind === 'failed') all.failed.push(said);
		else if (kind === 'pressed') all.pressed += Number(said);
		else {
			const [, milliseconds, file = ''] = /^(\d+) (.*)/.exec(said) ?? [];
			noteTime(all, file, Number(milliseconds));
		}
	}
	return all;
}

/** Counts a control's presses among the outcomes of the suite that runs this process. */
export function notePressed(pressed: number): void {
	writeOutcomes({ ...noOutcomes(), pressed });
}

export function noteTime({ took }: Outcomes, file: string, milliseconds: number): void {
	took.set(file, Math.max(milliseconds, took.get(file) ?? 0));
}
