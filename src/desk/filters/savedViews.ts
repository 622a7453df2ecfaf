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

/** Shows a saved view, or the open conversations again. */
export const showView = atom(null, (get, set, filterId: number | undefined) => {
	// What rows tell besides depends on the rest of the view: as if it let all through.
	const everything = { ...DEFAULT_VIEW, inboxId: undefined, teamId: undefined, label: undefined };
	set(chooseView, { ...everything, sort: get(viewAtom).sort, filterId });
});

const shownIdAtom = atom((get) => get(viewAtom).filterId);
const saved = createSavedFilters('conversation', shownIdAtom, showView);

export const { listAtom: savedViewsAtom, shownAtom: shownViewAtom, load: loadViews, drop: dropView } = saved;

/** Takes a view in that was added or changed, and shows it as it is now. */
export const takeView = atom(null, (_get, set, view: CustomFilter) => {
	set(saved.take, view);
	void set(reread);
});

const countsAtom = atom<ReadonlyMap<number, number>>(new Map());

/** View's id → how many conversations it has, of those that have been counted. */
export const viewCountsAtom: Atom<ReadonlyMap<number, number>> = countsAtom;

/** Counts all of them, as often as it may. */
export const countViews = createPaced(async (get, set) => {
	const { payload } = await call(get, applicationRoutes.countCustomFilters, { params: account(get) });
	set(countsAtom, new Map(payload.map(({ id, count }) => [id, count])));
}, 'The views could not be counted');
