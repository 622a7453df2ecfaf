/** The agent's draft for each conversation, which stays while the agent looks at another one. */
import { type Atom, atom } from 'jotai/vanilla';
import { store } from '../common/store.ts';
import { refuseFile, type FileRefusal } from './fileRefusal.ts';

export interface Draft {
	text: string;
	isPrivate: boolean;
	/** The files that go with it. */
	files: readonly File[];
	/** The files of the last selection that cannot be sent. */
	refused: readonly { name: string; refusal: FileRefusal }[];
}

const EMPTY: Draft = { text: '', isPrivate: false, files: [], refused: [] };

const draftsAtom = atom<ReadonlyMap<number, Draft>>(new Map());

export const knownDraftsAtom: Atom<ReadonlyMap<number, Draft>> = draftsAtom;

export function draftOf(drafts: ReadonlyMap<number, Draft>, conversationId: number): Draft {
	return drafts.get(conversationId) ?? EMPTY;
}

export function changeDraft(conversationId: number, change: Partial<Draft>): void {
	const drafts = store.get(draftsAtom);
	store.set(draftsAtom, new Map(drafts).set(conversationId, { ...draftOf(drafts, conversationId), ...change }));
}

/** Adds files to the draft, except those that cannot be sent. */
export function addFiles(conversationId: number, chosen: readonly File[]): void {
	const { files } = draftOf(store.get(draftsAtom), conversationId);
	changeDraft(conversationId, {
		files: [...files, ...chosen.filter((file) => refuseFile(file) === undefined)],
		refused: chosen.flatMap((file) => {
			const refusal = refuseFile(file);
			return refusal ? [{ name: file.name, refusal }] : [];
		}),
	});
}

/** Forgets everything when the agent signs out. */
export function forgetDrafts(): void {
	store.set(draftsAtom, new Map());
}
