/**
 * The page of the help centre that the visitor wants to read: components deep within messages
 * request it, and the app shows it.
 */
import { type Atom, atom } from 'jotai/vanilla';

const requestedAtom = atom<{ path: string }>();

/** Each request is a new object, also for the same page. */
export const requestedArticleAtom: Atom<{ path: string } | undefined> = requestedAtom;

/** @param path as `portalPath` answers it */
export const openArticle = atom(null, (_get, set, path: string) => set(requestedAtom, { path }));
