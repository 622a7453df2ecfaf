/** Selects rows of the list: one, or all between two. */
import { atom } from 'jotai/vanilla';
import { conversationHref, selectedIdAtom } from '../common/route.ts';
import { listedConversationsAtom } from '../conversations/list.ts';
import { select, selectionAtom } from '../conversations/selection.ts';

/** The row that was selected last, from which Shift selects. */
const anchorAtom = atom<number>();

/** @param isRange whether all rows from the last one to this one are selected */
export const toggle = atom(null, (get, set, id: number, isRange = false) => {
	const selection = get(selectionAtom);
	const ids = get(listedConversationsAtom).map((conversation) => conversation.id);
	const [from, to] = [ids.indexOf(get(anchorAtom) ?? 0), ids.indexOf(id)].toSorted((one, other) => one - other);
	set(anchorAtom, id);
	if (isRange && selection.size > 0 && from !== undefined && from >= 0 && to !== undefined)
		return set(select, [...selection, ...ids.slice(from, to + 1)]);
	set(select, selection.has(id) ? [...selection].filter((other) => other !== id) : [...selection, id]);
});

export const selectAll = atom(null, (get, set) =>
	set(
		select,
		get(listedConversationsAtom).map(({ id }) => id),
	),
);

/** Of the row that has the focus, or else of the conversation that is shown. */
export const toggleCurrent = atom(null, (get, set, focused: Element | null) => {
	const id = set(idOfRow, focused) ?? get(selectedIdAtom);
	if (id !== undefined && get(listedConversationsAtom).some((conversation) => conversation.id === id)) set(toggle, id);
});

/** Which conversation's row the element is in. */
export const idOfRow = atom(null, (get, _set, element: Element | null) => {
	const href = element?.closest('li')?.querySelector('a')?.getAttribute('href');
	return get(listedConversationsAtom).find(({ id }) => conversationHref(id) === href)?.id;
});
