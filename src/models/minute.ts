// chunk: shared
import { type Atom, atom } from 'jotai/vanilla';
import { MINUTE } from '#protocol/base/duration.ts';

const nowAtom = atom(startOfMinute());

/**
 * The beginning of the current minute, in milliseconds since the epoch. It is updated while a
 * component uses it.
 */
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
