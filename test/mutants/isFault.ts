/**
 * The switch of faults. In the copy that `main.ts` makes, each place of a fault asks here whether
 * its fault is on, so that programs and browser tests are bundled once for all faults. In the first
 * run none is on, and what is noted is which test asks for which.
 */

/** What the file `on` says in place of a fault's number: no fault is on, and tests are recorded. */
export const RECORDS = 'records';

/** What is noted as the test where the database of all is made, before the first test. */
export const ALL = '*';

/** What a page knows of it; `test/web-test-runner.config.mjs` says which fault is on. */
const page = globalThis as { FAULT?: string };
const fs = globalThis.process?.versions?.node ? process.getBuiltinModule('node:fs') : undefined;
const here = (name: string) => new URL(name, import.meta.url);
const on = fs ? read('on') : page.FAULT;
const send = globalThis.fetch?.bind(globalThis);

let test = '';
/** What modules have asked for before their test's own file began. */
const early = new Set<number>();
const noted = new Set<string>();

export function isFault(number: number): boolean {
	if (on === RECORDS) note(number);
	return on === String(number);
}

/** Says which test runs from here on, also to the programs that it starts. */
export function beginTest(file: string): void {
	test = file;
	if (on !== RECORDS) return;
	fs?.writeFileSync(here('test'), file);
	for (const number of early) note(number);
}

function note(number: number): void {
	const file = fs ? read('test') || ALL : test;
	if (file === '') early.add(number);
	const line = `${number} ${file}`;
	if (file === '' || noted.has(line)) return;
	noted.add(line);
	if (fs) fs.appendFileSync(here('reached'), `${line}\n`);
	else void send(`/fault-reached?${line}`);
}

function read(name: string): string {
	return fs?.existsSync(here(name)) ? fs.readFileSync(here(name), 'utf8') : '';
}
