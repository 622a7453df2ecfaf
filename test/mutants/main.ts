/**
 * `npm run mutants -- --count 200 --seed 1`: makes one small fault at a time, and runs the tests
 * that pass its place, nearest first, until one fails. It prints which faults lived, and how many
 * in a hundred died. `--only src/models` takes faults of one folder. The working tree stays as it
 * is.
 *
 * All faults are in one copy of the sources, each behind a switch (`isFault.ts`), so that programs
 * and browser tests are bundled once. The tests then run once without a fault, and note which of
 * them pass which place. A fault meets at most `MOST` of these, of what runs in Node or in a
 * browser without being built: one that only other tests would notice counts as alive. What the
 * type checker refuses counts as dead.
 *
 * `--folder /tmp/mutants` keeps the copy and the outcomes there: the same command goes on where a
 * former one was ended.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
	appendFileSync,
	existsSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createReach } from '../../src/build/lint/importGraph.ts';
import { ROOT } from '../../src/build/root.ts';
import { readOutcomes } from '../support/outcomes.ts';
import { randomFrom } from '../support/random.ts';
import { mayShareProcess, needsBuild, type Place, selectTests } from '../support/selectTests.ts';
import { type Fault, findMutations, withSwitches } from './findMutations.ts';
import { ALL, RECORDS } from './isFault.ts';

/** The programs that are tested in Node or in a browser without being built. */
const FOLDERS = ['host', 'widget', 'desk', 'models', 'protocol', 'server'];
/** They run in this order: the later ones take longer to start. */
const RUN_IN = ['node', 'browser'] as const satisfies Place[];
/** They look at the repository itself, which a copy is not. */
const OF_REPOSITORY = /^test\/build\//;
/** How many test files a fault meets at most. */
const MOST = 8;
const LIVED = 'LIVED';
/** For a fault that no test passes, in case a module asks only where it is loaded. */
const FOR_UNREACHED = 4;

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '200' },
		seed: { type: 'string', default: '1' },
		only: { type: 'string', default: '' },
		folder: { type: 'string' },
	},
});

interface Mutant extends Fault {
	file: string;
}

if (values.folder) mkdirSync(values.folder, { recursive: true });
const folder = realpathSync(values.folder ?? mkdtempSync(join(tmpdir(), 'live-chat-mutants-')));
if (!values.folder) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// By an end of its own, even in the middle of a fault, the copy is left without it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
/** With all faults behind switches, for the tests; and as it is, for the type checker. */
const copy = join(folder, 'switched');
const plain = join(folder, 'plain');
const outcomes = join(folder, 'outcomes');
/** What a run of all tests has told of them; written last, when all the rest is there. */
const recorded = join(folder, 'recorded');

const tests = new Map(
	RUN_IN.flatMap((place) =>
		selectTests(place, [])
			.filter((test) => !needsBuild(test) && !OF_REPOSITORY.test(test))
			.map((test): [string, Place] => [test, place]),
	),
);
if (!existsSync(plain)) copySources(plain);
const mutants = choose();
if (!existsSync(recorded)) await record();
const { took, failed } = readOutcomes(readFileSync(recorded, 'utf8'));
/** What fails without a fault says nothing of one. */
for (const name of failed) {
	console.log(`without a fault: ✗ ${name}`);
	tests.delete(name.split(' > ')[0] ?? '');
}
const testsOf = readReached();
const known = existsSync(outcomes) ? readFileSync(outcomes, 'utf8').split('\n').filter(Boolean) : [];

for (const mutant of mutants.slice(known.length)) {
	const killer = (await findKiller(mutant)) ?? LIVED;
	appendFileSync(outcomes, `${killer}\n`);
	known.push(killer);
	console.log(`${nameOf(mutant)}: ${killer}`);
}
const lived = mutants.filter((_, index) => known[index] === LIVED);
for (const mutant of lived) {
	const { file, start, end, replacement } = mutant;
	const before = readFileSync(join(plain, file), 'utf8').slice(start, end);
	console.log(`\nlived: ${nameOf(mutant)}\n- ${before}\n+ ${replacement}\nbeside ${testsOf(mutant).join(', ')}`);
}
const died = mutants.length - lived.length;
const share = ((100 * died) / mutants.length).toFixed(1);
console.log(`\n${died} of ${mutants.length} died (${share} %), each by one of at most ${MOST} files of tests`);

function nameOf({ number, file, line, kind }: Mutant): string {
	return `${number}. ${file}:${line} ${kind}`;
}

/** What git knows, and what is new, without what it ignores. */
function copySources(to: string): void {
	const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
	mkdirSync(join(to, 'node_modules'), { recursive: true });
	execFileSync('sh', ['-c', `tar --create --null --files-from=- | tar --extract --directory="$1"`, '-', to], {
		cwd: ROOT,
		input: listed,
	});
	// Without what tests keep of the sources, which are others here.
	for (const name of readdirSync(join(ROOT, 'node_modules')).filter((each) => each !== '.cache')) {
		symlinkSync(join(ROOT, 'node_modules', name), join(to, 'node_modules', name));
	}
}

/** As many of each folder as it has of all possible faults. */
function choose(): Mutant[] {
	const random = randomFrom(Number(values.seed));
	const all = FOLDERS.flatMap((each) => globSync(`src/${each}/**/*.{ts,tsx}`, { cwd: plain }).toSorted())
		.filter((file) => file.startsWith(values.only) && !file.endsWith('.d.ts'))
		.flatMap((file) => findMutations(file, readFileSync(join(plain, file), 'utf8')).map((each) => ({ ...each, file })));
	const chosen = new Set<(typeof all)[number]>();
	while (chosen.size < Math.min(Number(values.count), all.length)) chosen.add(random.oneOf(all));
	return [...chosen].map((each, index) => ({ ...each, number: index + 1 }));
}

/** Makes the copy with switches, and runs all tests in it without a fault. */
async function record(): Promise<void> {
	rmSync(copy, { recursive: true, force: true });
	copySources(copy);
	const module = join(copy, 'test/mutants/isFault.ts');
	for (const [file, faults] of Map.groupBy(mutants, (each) => each.file)) {
		const path = join(copy, file);
		writeFileSync(path, withSwitches(readFileSync(path, 'utf8'), faults, module));
	}
	for (const test of tests.keys()) {
		const path = join(copy, test);
		const begin = `import { beginTest as __beginTest } from '${module}'; __beginTest('${test}');`;
		writeFileSync(path, `${begin} ${readFileSync(path, 'utf8')}`);
	}
	turnOn(RECORDS);
	writeFileSync(join(copy, 'test/mutants/reached'), '');
	// A few tests look at built files.
	execFileSync('node', ['src/build/build.ts'], { cwd: copy, stdio: 'ignore' });
	const partly = join(folder, 'partly');
	writeFileSync(partly, '');
	const reach = createReach();
	const changed = new Set(mutants.map(({ file }) => file));
	const reachesOne = (test: string) => [...reach(test)].some((file) => changed.has(file));
	const runAll = async (place: Place, isMeant: (test: string) => boolean = () => true) => {
		const files = [...tests]
			.filter(([test, at]) => at === place && isMeant(test) && reachesOne(test))
			.map(([test]) => test);
		if (files.length === 0) return;
		await run(place, files, { TEST_OUTCOMES: partly, TEST_AT_ONCE: '1' });
	};
	// In Node one test at a time, so that what a server passes is known to be for that test.
	const inNode = async () => {
		await runAll('node', mayShareProcess);
		await runAll('node', (test) => !mayShareProcess(test));
	};
	await Promise.all([inNode(), runAll('browser')]);
	writeFileSync(recorded, readFileSync(partly));
}

function turnOn(fault: string): void {
	writeFileSync(join(copy, 'test/mutants/on'), fault);
}

/** Answers a function for the tests that a fault meets. */
function readReached(): (mutant: Mutant) => string[] {
	const reached = Map.groupBy(
		readFileSync(join(copy, 'test/mutants/reached'), 'utf8').split('\n').filter(Boolean),
		(line) => Number(line.split(' ')[0]),
	);
	const reach = createReach();
	const reaching = (file: string) => [...tests.keys()].filter((test) => reach(test).has(file));
	return ({ file, number, start, end }) => {
		const words = wordsOf(`${file} ${readFileSync(join(plain, file), 'utf8').slice(start, end)}`);
		const noted = reached.get(number)?.map((line) => line.split(' ')[1] ?? '') ?? [];
		const passing = noted.includes(ALL) ? reaching(file) : [...new Set(noted)].filter((test) => tests.has(test));
		if (passing.length > 0) return nearest(words, passing).slice(0, MOST);
		return nearest(words, reaching(file)).slice(0, FOR_UNREACHED);
	};
}

/** Those whose paths have most of the words first, and of these the shortest. */
function nearest(words: ReadonlySet<string>, passing: string[]): string[] {
	const likeness = (test: string) => [...wordsOf(test)].filter((word) => words.has(word)).length;
	return passing.toSorted((a, b) => likeness(b) - likeness(a) || (took.get(a) ?? 0) - (took.get(b) ?? 0));
}

function wordsOf(text: string): Set<string> {
	return new Set((text.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, '')));
}

/** What the first test that fails is, or undefined where all pass. */
async function findKiller(mutant: Mutant): Promise<string | undefined> {
	turnOn(String(mutant.number));
	const near = testsOf(mutant);
	for (const place of RUN_IN) {
		const files = near.filter((test) => tests.get(test) === place);
		// The nearest alone, since it mostly suffices.
		for (const batch of [files.slice(0, 1), files.slice(1)].filter(({ length }) => length > 0)) {
			const usual = batch.reduce((sum, test) => sum + (took.get(test) ?? 0), 0);
			const killer = await run(place, batch, {}, 40_000 + 4 * usual);
			if (killer !== undefined) return killer;
		}
	}
	return isRefusedByTypes(mutant) ? 'refused by the type checker' : undefined;
}

/**
 * Runs tests in the copy. Answers the first that fails, or undefined where all pass.
 * @param patience milliseconds: a fault may keep a test waiting for ever, which is noticed as well
 */
function run(
	place: Place,
	files: string[],
	env: Record<string, string>,
	patience?: number,
): Promise<string | undefined> {
	return new Promise((resolve) => {
		const child = spawn('node', ['test/run.ts', place, ...files], {
			cwd: copy,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { ...process.env, TEST_BUNDLES: join(copy, 'bundles'), ...env },
		});
		let output = '';
		let killer: string | undefined;
		const end = () => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, 'SIGTERM');
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (data) => {
				output += String(data);
				// The rest need not run.
				const failed = /^\[[^\]]*\] ✖ (\S+)/m.exec(output)?.[1];
				if (patience === undefined || killer !== undefined || failed === undefined) return;
				killer = failed;
				end();
			});
		}
		const timer = patience && setTimeout(() => ((killer ??= 'the tests did not end'), end()), patience);
		child.once('close', (code) => {
			clearTimeout(timer || undefined);
			if (code !== 0) killer ??= /^✗ (.*)$/m.exec(output)?.[1] ?? 'the tests did not run';
			resolve(killer);
		});
	});
}

function isRefusedByTypes({ kind, file, start, end, replacement }: Mutant): boolean {
	// These have the same types.
	if (kind === 'bound moved' || kind === 'handler emptied') return false;
	const path = join(plain, file);
	const original = readFileSync(path, 'utf8');
	writeFileSync(path, original.slice(0, start) + replacement + original.slice(end));
	try {
		const known = join(folder, 'types.tsbuildinfo');
		execFileSync('npx', ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', known], {
			cwd: plain,
			stdio: 'ignore',
		});
		return false;
	} catch {
		return true;
	} finally {
		writeFileSync(path, original);
	}
}
