/** Asks the agent before the address leaves a form in which something is not saved. */
import { type Atom, atom } from 'jotai/vanilla';

interface Departure {
	/** Called when nothing is lost, or the agent agrees. */
	leave: () => void;
	/** Called when the agent goes on with the form. */
	stay: () => void;
}

const isUnsavedAtom = atom(false);
const privateDepartureAtom = atom<Departure>();

/** The departure that waits for the agent's answer. */
export const departureAtom: Atom<Departure | undefined> = privateDepartureAtom;

/** Tells whether the form that is shown has something to lose. */
export const noteUnsaved = atom(null, (_get, set, isUnsaved: boolean) => set(isUnsavedAtom, isUnsaved));

/** Leaves now, or asks first. Undefined: the address is again the one that is shown. */
export const leaveForm = atom(null, (get, set, departure: Departure | undefined) => {
	const mustAsk = departure !== undefined && get(isUnsavedAtom);
	set(privateDepartureAtom, mustAsk ? departure : undefined);
	if (!mustAsk) departure?.leave();
});

/** What the agent answers to the question. */
export const answerDeparture = atom(null, (get, set, mayLeave: boolean) => {
	const departure = get(privateDepartureAtom);
	set(privateDepartureAtom, undefined);
	if (mayLeave) set(isUnsavedAtom, false);
	if (mayLeave) departure?.leave();
	else departure?.stay();
});
