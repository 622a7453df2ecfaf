/** What the agent has begun to write, by conversation, so that a look at another one loses nothing. */
import { atom } from 'jotai';
import { store } from '../store.ts';

export interface Draft {
	text: string;
	isPrivate: boolean;
}

const EMPTY: Draft = { text: '', isPrivate: false };

const draftsAtom = atom<ReadonlyMap<number, Draft>>(new Map());

export const knownDraftsAtom = atom((get) => get(draftsAtom));

export function draftOf(drafts: ReadonlyMap<number, Draft>, conversationId: number): Draft {
	return drafts.get(conversationId) ?? EMPTY;
}

export function changeDraft(conversationId: number, change: Partial<Draft>): void {
	const drafts = store.get(draftsAtom);
	store.set(draftsAtom, new Map(drafts).set(conversationId, { ...draftOf(drafts, conversationId), ...change }));
}

/** Forgets everything, when the agent signs out. */
export function forgetDrafts(): void {
	store.set(draftsAtom, new Map());
}
