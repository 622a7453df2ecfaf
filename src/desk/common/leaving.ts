/** Asks the agent before the address leaves forms in which something is not saved. */
import { type Atom, atom } from 'jotai/vanilla';

interface Departure {
	/** Called when nothing is lost, or the agent agrees. */
	leave: () => void;
	/** Called when the agent goes on with the form. */
	stay: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** The forms of the page that have something to lose. */
const unsavedAtom = atom(NONE);
const privateDepartureAtom = atom<Departure>();

/** The departure that waits for the agent's answer. */
export const departureAtom: Atom<Departure | undefined> = privateDepartureAtom;

/**
 * Tells whether a form that is shown has something to lose. `form`: the same for as long as it is
 * shown.
 */
export const noteUnsaved = atom(null, (get, set, form: string, isUnsaved: boolean) => {
	const others = [...get(unsavedAtom)].filter((other) => other !== form);
	set(unsavedAtom, new Set(isUnsaved ? [...others, form] : others));
});

/** The page goes, with all that is typed there. */
export const discardUnsaved = atom(null, (_get, set) => set(unsavedAtom, NONE));

/** Leaves now, or asks first. Undefined: the address is again the one that is shown. */
export const leaveForm = atom(null, (get, set, departure: Departure | undefined) => {
	const mustAsk = departure !== undefined && get(unsavedAtom).size > 0;
	set(privateDepartureAtom, mustAsk ? departure : undefined);
	if (!mustAsk) departure?.leave();
});

/** What the agent answers to the question. */
export const answerDeparture = atom(null, (get, set, mayLeave: boolean) => {
	const departure = get(privateDepartureAtom);
	set(privateDepartureAtom, undefined);
	if (mayLeave) set(discardUnsaved);
	if (mayLeave) departure?.leave();
	else departure?.stay();
});
