/** Which page of the help centre the visitor wants to read: asked for deep within messages, shown by the app. */
import { type Atom, atom } from 'jotai/vanilla';

const requestedAtom = atom<{ path: string }>();

/** A new object for each time that one is asked for. */
export const requestedArticleAtom: Atom<{ path: string } | undefined> = requestedAtom;

/** @param path as `portalPath` answers it */
export const openArticle = atom(null, (_get, set, path: string) => set(requestedAtom, { path }));
