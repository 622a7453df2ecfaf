/**
 * The video call that the visitor is in (docs/wire.md, Video calls). Joining is in another file,
 * which loads with its message.
 */
import { type Atom, atom } from 'jotai/vanilla';
import { atomPerVisit } from '../session/perVisit.ts';

/** The state of a call for one message: the visitor is joining, has joined, or could not join. */
export interface Call {
	messageId: number;
	state: 'joining' | 'joined' | 'failed';
	/** The page of the call; '' until the visitor has joined. */
	url: string;
}

const currentAtom = atomPerVisit<Call | undefined>(undefined);

export const callAtom: Atom<Call | undefined> = currentAtom;

export const isInCallAtom = atom((get) => get(currentAtom)?.state === 'joined');

export const changeCall = atom(null, (_get, set, call: Call) => set(currentAtom, () => call));

export const leaveCall = atom(null, (_get, set) => set(currentAtom, () => undefined));
