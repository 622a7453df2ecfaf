/**
 * `npm run mutants -- --count 200 --seed 1`: makes one small fault at a time in a copy of the
 * sources, and runs the tests that reach the changed file, nearest first, until one fails. It
 * prints which faults lived, and how many in a hundred died. `--only src/models` takes faults of
 * one folder. The working tree stays as it is.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createReach } from '../../src/build/lint/importGraph.ts';
import { ROOT } from '../../src/build/root.ts';
import { randomFrom } from '../support/random.ts';
import { isFirst, type Place, selectTests } from '../support/selectTests.ts';
import { findMutations, type Mutation } from './findMutations.ts';

/** The programs that are tested in Node or in a browser without being built. */
const FOLDERS = ['host', 'widget', 'desk', 'models', 'protocol', 'server'];
/** They run in this order: the later ones take longer to start. */
const RUN_IN: readonly Place[] = ['node', 'browser'];
/** They look at the repository itself, which a copy is not. */
const OF_REPOSITORY = /^test\/build\//;
/** How many test files run at once: a fault that dies soon spares the rest. */
const BATCH = 6;
/** Milliseconds for a batch: a fault may keep a test waiting for ever, which is noticed as well. */
const PATIENCE = 240_000;

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '200' },
		seed: { type: 'string', default: '1' },
		only: { type: 'string', default: '' },
	},
});

interface Mutant extends Mutation {
	file: string;
}

const random = randomFrom(Number(values.seed));
const copy = mkdtempSync(join(tmpdir(), 'live-chat-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
copySources();
const testsOf = findTests();
const lived: Mutant[] = [];
let tried = 0;
for (const mutant of choose()) {
	const killer = await findKiller(mutant);
	tried += 1;
	const { kind, file, line } = mutant;
	console.log(`${tried}. ${file}:${line} ${kind}: ${killer ?? 'LIVED'}`);
	if (killer === undefined) lived.push(mutant);
}
for (const { file, line, kind, start, end, replacement } of lived) {
	const before = readFileSync(join(ROOT, file), 'utf8').slice(start, end);
	console.log(`\nlived: ${file}:${line}, ${kind}\n- ${before}\n+ ${replacement}`);
}
console.log(`\n${tried - lived.length} of ${tried} died (${((100 * (tried - lived.length)) / tried).toFixed(1)} %)`);

/** What git knows, and what is new, without what it ignores. */
function copySources(): void {
	const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
	execFileSync('sh', ['-c', `tar --create --null --files-from=- | tar --extract --directory="$1"`, '-', copy], {
		cwd: ROOT,
		input: listed,
	});
	// Without what tests keep of the sources, which are others here.
	mkdirSync(join(copy, 'node_modules'));
	for (const name of readdirSync(join(ROOT, 'node_modules')).filter((each) => each !== '.cache')) {
		symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
	}
}

/** As many of each folder as it has of all possible faults. */
function choose(): Mutant[] {
	const all = FOLDERS.flatMap((folder) => globSync(`src/${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).toSorted())
		.filter((file) => file.startsWith(values.only) && !file.endsWith('.d.ts'))
		.flatMap((file) => findMutations(file, readFileSync(join(ROOT, file), 'utf8')).map((each) => ({ ...each, file })));
	const chosen = new Set<Mutant>();
	while (chosen.size < Math.min(Number(values.count), all.length)) chosen.add(random.oneOf(all));
	return [...chosen];
}

/** Answers a function for the tests that reach a file: those that reach little else first. */
function findTests(): (file: string) => [place: Place, tests: string[]][] {
	const reach = createReach();
	const reached = RUN_IN.map((place): [Place, [string, Set<string>][]] => [
		place,
		selectTests(place, [])
			.filter((test) => isFirst(test) && !OF_REPOSITORY.test(test))
			.map((test): [string, Set<string>] => [test, reach(test)])
			.toSorted(([, one], [, other]) => one.size - other.size),
	]);
	return (file) =>
		reached.map(([place, tests]) => [place, tests.filter(([, files]) => files.has(file)).map(([test]) => test)]);
}

/** The first test that fails, or undefined where all pass. */
async function findKiller({ file, start, end, replacement }: Mutant): Promise<string | undefined> {
	const path = join(copy, file);
	const original = readFileSync(path, 'utf8');
	writeFileSync(path, original.slice(0, start) + replacement + original.slice(end));
	try {
		for (const [place, tests] of testsOf(file)) {
			for (let from = 0; from < tests.length; from += BATCH) {
				const failed = await run(place, tests.slice(from, from + BATCH));
				if (failed !== undefined) return failed;
			}
		}
		return isRefusedByTypes() ? 'refused by the type checker' : undefined;
	} finally {
		writeFileSync(path, original);
	}
}

function run(place: Place, tests: string[]): Promise<string | undefined> {
	return new Promise((resolve) => {
		const child = spawn('node', ['test/run.ts', place, ...tests], {
			cwd: copy,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
		const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), PATIENCE);
		child.once('close', (code) => {
			clearTimeout(timer);
			resolve(code === 0 ? undefined : (/^✗ (.*)$/m.exec(output)?.[1] ?? 'the tests did not end'));
		});
	});
}

function isRefusedByTypes(): boolean {
	try {
		execFileSync('npx', ['tsc', '--noEmit', '-p', '.'], { cwd: copy, stdio: 'ignore' });
		return false;
	} catch {
		return true;
	}
}
