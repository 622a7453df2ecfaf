import { type Atom, atom } from 'jotai/vanilla';
import { MINUTE } from '#protocol/duration.ts';

const nowAtom = atom(startOfMinute());

/** The present minute's beginning, in milliseconds since the epoch; goes on with the clock while somebody looks. */
export const minuteAtom: Atom<number> = nowAtom;

nowAtom.onMount = (setNow) => {
	let timer: ReturnType<typeof setTimeout>;
	const follow = () => {
		setNow(startOfMinute());
		timer = setTimeout(follow, MINUTE - (Date.now() % MINUTE));
	};
	follow();
	return () => clearTimeout(timer);
};

function startOfMinute(): number {
	return Math.floor(Date.now() / MINUTE) * MINUTE;
}
