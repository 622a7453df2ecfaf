import { atom } from 'jotai/vanilla';

/**
 * Makes an action that begins a request for something that is asked for again and again. It returns
 * a function that says whether the answer is to be kept: answers may overtake each other, and an
 * older one does not replace a newer one.
 */
export function createLatestOnly() {
	const begunAtom = atom(0);
	const keptAtom = atom(0);
	return atom(null, (get, set) => {
		const turn = get(begunAtom) + 1;
		set(begunAtom, turn);
		return (): boolean => {
			if (turn < get(keptAtom)) return false;
			set(keptAtom, turn);
			return true;
		};
	});
}
