/**
 * Which conversations are selected, to be changed together. What draws and changes the selection is
 * loaded on interest.
 */
import { type Atom, atom } from 'jotai/vanilla';
import type { FunctionComponent } from 'react';
import type { Conversation } from './conversation.ts';
import { listedConversationsAtom } from './list.ts';

interface SelectionParts {
	/** Selects one conversation. It stands after the row, within the same element. */
	Tick: FunctionComponent<{ conversation: Conversation; isReachable: boolean }>;
	/** What is done with all of them, over the choice of the view. */
	Bar: FunctionComponent;
}

const idsAtom = atom<ReadonlySet<number>>(new Set<number>());
const partsAtom = atom<SelectionParts>();

/** Display ids of those that the list shows; empty where nothing is selected. */
export const selectionAtom: Atom<ReadonlySet<number>> = atom((get) => {
	const ids = get(idsAtom);
	if (ids.size === 0) return ids;
	return new Set(get(listedConversationsAtom).flatMap(({ id }) => (ids.has(id) ? id : [])));
});
/** Undefined until they are loaded. */
export const selectionPartsAtom: Atom<SelectionParts | undefined> = partsAtom;

export const select = atom(null, (_get, set, ids: Iterable<number>) => set(idsAtom, new Set(ids)));

export const keepSelectionParts = atom(null, (_get, set, parts: SelectionParts) => set(partsAtom, parts));
