/** Whether what the server has arrives here. */
import { type Atom, atom } from 'jotai/vanilla';
import type { ConnectionState } from '#protocol/frameToHost.ts';

const stateAtom = atom<ConnectionState>('idle');
const isBehindAtom = atom(false);

/**
 * Whether pushed events arrive. `idle`: there is no session, so nothing to be connected for. `lost`: it was there, and is
 * being sought again.
 */
export const connectionAtom: Atom<ConnectionState> = stateAtom;

export const setConnection = atom(null, (_get, set, connection: ConnectionState) => set(stateAtom, connection));

/** What the server has could not be read, and is asked for again. */
export const setBehind = atom(null, (_get, set, isBehind: boolean) => set(isBehindAtom, isBehind));

/** Nothing new arrives at present, one way or the other. */
export const isOutOfTouchAtom = atom((get) => get(stateAtom) === 'lost' || get(isBehindAtom));
