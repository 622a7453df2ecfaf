import { type Atom, atom } from 'jotai/vanilla';

/** Day labels compare with the clock this often, in milliseconds. */
const CLOCK_INTERVAL = 60_000;

const clockAtom = atom(seconds());

/**
 * A moment of the visitor's current day, in seconds since the epoch. It is updated at midnight
 * while a component uses it.
 */
export const todayAtom: Atom<number> = clockAtom;

clockAtom.onMount = (setClock) => {
	setClock(seconds());
	const timer = setInterval(() => setClock(seconds()), CLOCK_INTERVAL);
	return () => clearInterval(timer);
};

function seconds(): number {
	return Date.now() / 1000;
}
