/** Whether events and messages of the server arrive. */
import { type Atom, atom } from 'jotai/vanilla';
import type { ConnectionState } from '#protocol/frame/frameToHost.ts';

const stateAtom = atom<ConnectionState>('idle');
const isBehindAtom = atom(false);

/**
 * Whether pushed events arrive. `idle`: there is no session to connect for. `lost`: the connection
 * was lost, and is being restored.
 */
export const connectionAtom: Atom<ConnectionState> = stateAtom;

export const setConnection = atom(null, (_get, set, connection: ConnectionState) => set(stateAtom, connection));

/** Messages could not be read, and are requested again. */
export const setCatchingUp = atom(null, (_get, set, isBehind: boolean) => set(isBehindAtom, isBehind));

/** Whether nothing new arrives at present, neither pushed nor read. */
export const isOfflineAtom = atom((get) => get(stateAtom) === 'lost' || get(isBehindAtom));
