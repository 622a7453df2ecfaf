import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { SEND_RETRY_DELAYS } from '#protocol/limits.ts';

interface Progress {
	isRunning: boolean;
	isAskedAgain: boolean;
	isStopped: boolean;
	/** Rounds in a row after which something was left to do. */
	unfinished: number;
	timer?: ReturnType<typeof setTimeout>;
}

/**
 * Work that is done in rounds, one at a time. Whoever calls `run` during a round gets another one after it, so nothing that
 * was added meanwhile is forgotten. When `round` resolves with false the next comes by itself, later each time; `run`,
 * because the network is back, brings it at once. `round` never rejects, and neither does `run`. `stop` is for good.
 */
export function createRounds(round: (get: Getter, set: Setter) => Promise<boolean>) {
	const progressAtom = atom<Progress>({ isRunning: false, isAskedAgain: false, isStopped: false, unfinished: 0 });

	const run = atom(null, async (get, set) => {
		const progress = get(progressAtom);
		clearTimeout(progress.timer);
		if (progress.isRunning || progress.isStopped) return set(progressAtom, { ...progress, isAskedAgain: true });
		let isFinished: boolean;
		do {
			set(progressAtom, { ...progress, isRunning: true });
			isFinished = await round(get, set);
		} while (get(progressAtom).isAskedAgain && !get(progressAtom).isStopped);
		set(end, isFinished);
	});

	const end = atom(null, (get, set, isFinished: boolean) => {
		const { isStopped, unfinished } = get(progressAtom);
		const rest = { isRunning: false, isAskedAgain: false, isStopped };
		if (isFinished || isStopped) return set(progressAtom, { ...rest, unfinished: 0 });
		const delay = SEND_RETRY_DELAYS[Math.min(unfinished, SEND_RETRY_DELAYS.length - 1)];
		const timer = setTimeout(() => void set(run), delay);
		set(progressAtom, { ...rest, unfinished: unfinished + 1, timer });
	});

	const stop = atom(null, (get, set) => {
		clearTimeout(get(progressAtom).timer);
		set(progressAtom, (progress) => ({ ...progress, isStopped: true }));
	});

	return { run, stop };
}
