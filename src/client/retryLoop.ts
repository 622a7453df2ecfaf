import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { requestPause, retryLater } from './retry.ts';

interface Progress {
	isRunning: boolean;
	isRunAgain: boolean;
	isStopped: boolean;
	/** The number of rounds in a row that left something to do. */
	unfinished: number;
	/** Ends the pause before the next round. */
	endPause?: () => void;
}

/**
 * Does work in rounds, one at a time. A call of `run` during a round starts another one after it,
 * so that what was added during the round is not forgotten. When `round` resolves with false,
 * another follows after a pause that grows each time, and at once when the network is back; when it
 * resolves with a number, another follows after that many milliseconds. `run` ends such a pause.
 * `round` must not reject, and `run` never does. `stop` ends the loop for good.
 */
export function createRetryLoop(round: (get: Getter, set: Setter) => Promise<boolean | number>) {
	const progressAtom = atom<Progress>({ isRunning: false, isRunAgain: false, isStopped: false, unfinished: 0 });

	const run = atom(null, async (get, set) => {
		const progress = get(progressAtom);
		progress.endPause?.();
		if (progress.isRunning || progress.isStopped) return set(progressAtom, { ...progress, isRunAgain: true });
		let outcome: boolean | number;
		do {
			set(progressAtom, { ...progress, isRunning: true });
			outcome = await round(get, set);
		} while (get(progressAtom).isRunAgain && !get(progressAtom).isStopped);
		set(end, outcome);
	});

	const end = atom(null, (get, set, outcome: boolean | number) => {
		const { isStopped, unfinished } = get(progressAtom);
		const rest = { isRunning: false, isRunAgain: false, isStopped };
		if (outcome === true || isStopped) return set(progressAtom, { ...rest, unfinished: 0 });
		const again = () => void set(run);
		if (typeof outcome === 'number') {
			const timer = setTimeout(again, outcome);
			return set(progressAtom, { ...rest, unfinished: 0, endPause: () => clearTimeout(timer) });
		}
		const endPause = retryLater(requestPause(unfinished), again);
		set(progressAtom, { ...rest, unfinished: unfinished + 1, endPause });
	});

	const stop = atom(null, (get, set) => {
		get(progressAtom).endPause?.();
		set(progressAtom, (progress) => ({ ...progress, isStopped: true }));
	});

	return { run, stop };
}
