import { type Atom, atom } from 'jotai/vanilla';

/** How often a day label looks at the clock, in milliseconds. */
const CLOCK_INTERVAL = 60_000;

const clockAtom = atom(seconds());

/** Some moment of the visitor's present day, in seconds since the epoch; goes on at midnight while somebody looks. */
export const todayAtom: Atom<number> = clockAtom;

clockAtom.onMount = (setClock) => {
	setClock(seconds());
	const timer = setInterval(() => setClock(seconds()), CLOCK_INTERVAL);
	return () => clearInterval(timer);
};

function seconds(): number {
	return Date.now() / 1000;
}
