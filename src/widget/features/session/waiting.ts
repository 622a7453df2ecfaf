import { atom } from 'jotai/vanilla';

/**
 * What goes on once the visitor has passed the website's challenge, which shows while anything
 * waits for it.
 */
export const waitingAtom = atom<readonly (() => void)[]>([]);
