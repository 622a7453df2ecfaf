/** Whether pushed events arrive. */
import { atom } from 'jotai/vanilla';

/** `idle`: there is no session, so nothing to be connected for. `lost`: it was there, and is being sought again. */
export type Connection = 'idle' | 'connecting' | 'connected' | 'lost';

const stateAtom = atom<Connection>('idle');

export const connectionAtom = atom((get) => get(stateAtom));

export const setConnection = atom(null, (_get, set, connection: Connection) => set(stateAtom, connection));
