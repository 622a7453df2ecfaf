/** The filters of conversations that are kept by name: the agent's own, and shared ones. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { viewAtom } from '../conversations/chosenView.ts';
import { createPaced } from '../conversations/createPaced.ts';
import { chooseView } from '../conversations/list.ts';
import { DEFAULT_VIEW } from '../conversations/view.ts';
import { account, call } from '../session/api.ts';
import { reread } from './rereadView.ts';
import { createSavedFilters } from './savedFilters.ts';

const saved = createSavedFilters('conversation');

export const { listAtom: savedViewsAtom, load: loadViews } = saved;

/** The one that is shown, as far as it is known. */
export const shownViewAtom = atom((get) => {
	const { filterId } = get(viewAtom);
	return get(savedViewsAtom)?.find(({ id }) => id === filterId);
});

const countsAtom = atom<ReadonlyMap<number, number>>(new Map());

/** View's id → how many conversations it has, of those that have been counted. */
export const viewCountsAtom: Atom<ReadonlyMap<number, number>> = countsAtom;

/** Counts all of them, as often as it may. */
export const countViews = createPaced(async (get, set) => {
	const { payload } = await call(get, applicationRoutes.countCustomFilters, { params: account(get) });
	set(countsAtom, new Map(payload.map(({ id, count }) => [id, count])));
}, 'The views could not be counted');

/** Shows a saved view, or the open conversations again. */
export const showView = atom(null, (get, set, filterId: number | undefined) => {
	// What rows tell besides depends on the rest of the view: as if it let all through.
	const everything = { ...DEFAULT_VIEW, inboxId: undefined, teamId: undefined, label: undefined };
	set(chooseView, { ...everything, sort: get(viewAtom).sort, filterId });
});

/** Takes a view in that was added or changed, and shows it. */
export const takeView = atom(null, (_get, set, view: CustomFilter) => {
	set(saved.take, view);
	set(showView, view.id);
	void set(reread);
});

export const dropView = atom(null, (get, set, id: number) => {
	set(saved.drop, id);
	if (get(viewAtom).filterId === id) set(showView, undefined);
});
