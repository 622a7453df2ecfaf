/** The filters of conversations that are kept by name: the agent's own, and shared ones. */
import { type Atom, atom } from 'jotai/vanilla';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { viewAtom } from '../conversations/chosenView.ts';
import { chooseView } from '../conversations/list.ts';
import { DEFAULT_VIEW } from '../conversations/view.ts';
import { reread } from './rereadView.ts';
import { loadFilters } from './savedFilters.ts';

const viewsAtom = atom<readonly CustomFilter[]>();

/** By name; undefined until they have been loaded. */
export const savedViewsAtom: Atom<readonly CustomFilter[] | undefined> = viewsAtom;

/** The one that is shown, as far as it is known. */
export const shownViewAtom = atom((get) => {
	const { filterId } = get(viewAtom);
	return get(viewsAtom)?.find(({ id }) => id === filterId);
});

/** Loads them again, since others may have shared some. Rejects with a RequestError. */
export const loadViews = atom(null, async (_get, set) => set(viewsAtom, await set(loadFilters, 'conversation')));

/** Shows a saved view, or the open conversations again. */
export const showView = atom(null, (get, set, filterId: number | undefined) => {
	// What rows tell besides depends on the rest of the view: as if it let all through.
	const everything = { ...DEFAULT_VIEW, inboxId: undefined, teamId: undefined, label: undefined };
	set(chooseView, { ...everything, sort: get(viewAtom).sort, filterId });
});

/** Takes a view in that was added or changed, and shows it. */
export const takeView = atom(null, (get, set, view: CustomFilter) => {
	const others = (get(viewsAtom) ?? []).filter(({ id }) => id !== view.id);
	set(
		viewsAtom,
		[...others, view].toSorted((a, b) => a.name.localeCompare(b.name)),
	);
	set(showView, view.id);
	void set(reread);
});

export const dropView = atom(null, (get, set, id: number) => {
	set(
		viewsAtom,
		get(viewsAtom)?.filter((view) => view.id !== id),
	);
	if (get(viewAtom).filterId === id) set(showView, undefined);
});
