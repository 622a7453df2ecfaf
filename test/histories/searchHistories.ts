/** Runs many histories, and reduces one that fails to the steps that it takes. */
import { generateHistory, type Step } from './generate.ts';
import { openPlace, type Place } from './place.ts';
import { runHistory } from './runHistory.ts';

/** Histories at the same time: each waits most of its time. */
const AT_ONCE = 8;
/**
 * What fails depends on who is faster, so a shorter history may need several attempts to fail as
 * well.
 */
const ATTEMPTS = 3;
/** Milliseconds until everybody has to agree, beside other histories on a busy machine. */
const PATIENCE = 30_000;
/** The same for a history that runs alone, to be reduced. */
const PATIENCE_ALONE = 3_000;
/** Milliseconds after which a failed history is not reduced any further. */
const REDUCING_MAX = 30_000;

export interface Failure {
	seed: number;
	problem: string;
	/** The steps that are left of the history, of which each is needed for it to fail. */
	steps: Step[];
}

export interface Search {
	/** How many histories ran. */
	count: number;
	failure: Failure | undefined;
}

/**
 * Runs the histories of `count` seeds from `seed` on, until one fails.
 * @param time milliseconds after which no other begins
 */
export async function searchHistories(seed: number, count: number, time = Infinity): Promise<Search> {
	const place = await openPlace();
	try {
		const end = performance.now() + time;
		let next = 0;
		let failure: Failure | undefined;
		const worker = async () => {
			while (next < count && !failure && performance.now() < end) {
				const own = seed + next++;
				const steps = generateHistory(own);
				const problem = await runHistory(steps, place, PATIENCE);
				if (problem !== undefined) failure ??= { seed: own, problem, steps };
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
		return { count: next, failure: failure && (await reduce(failure, place)) };
	} finally {
		await place.close();
	}
}

/** Leaves out steps, first many at a time, for as long as the history still fails. */
async function reduce(failure: Failure, place: Place): Promise<Failure> {
	let reduced = failure;
	const end = performance.now() + REDUCING_MAX;
	for (let size = Math.ceil(failure.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let start = 0; start < reduced.steps.length && performance.now() < end;) {
			const steps = reduced.steps.toSpliced(start, size);
			const problem = await findProblem(steps, place);
			if (problem === undefined) start += size;
			else reduced = { ...reduced, problem, steps };
		}
	}
	return reduced;
}

async function findProblem(steps: Step[], place: Place): Promise<string | undefined> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const problem = await runHistory(steps, place, PATIENCE_ALONE);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

export function describeFailure({ seed, problem, steps }: Failure): string {
	return [
		`Seed ${seed}: ${problem}`,
		...steps.map((step) => `  ${JSON.stringify(step)}`),
		`Again: npm run histories -- --seed ${seed} --count 1`,
	].join('\n');
}
