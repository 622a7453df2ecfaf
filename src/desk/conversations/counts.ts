/** How many conversations the chosen view has for each assignee. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { RouteResponse } from '#protocol/base/routes.ts';
import { isAborted } from '#client/rest.ts';
import { account, call } from '../session/api.ts';
import { viewAtom } from './chosenView.ts';
import type { Conversation } from './conversation.ts';
import { filterOf, type View } from './view.ts';

/** The desk counts the conversations of a view at most once within this time. Milliseconds. */
export const COUNT_INTERVAL = 2_000;

type Counts = RouteResponse<typeof applicationRoutes.countConversations>['meta'];

const answeredAtom = atom<{ filter: string; counts: Counts }>();
/** Present for `COUNT_INTERVAL` after each request: true once something has changed since then. */
const isOutdatedAtom = atom<boolean>();

/** Undefined until the server has counted what the view's filter lets through. */
export const countsAtom: Atom<Counts | undefined> = atom((get) => {
	const answered = get(answeredAtom);
	return answered?.filter === nameOf(get(viewAtom)) ? answered.counts : undefined;
});

/** @param counts undefined where the server was asked something else: then it is asked */
export const keepCounts = atom(null, (_get, set, view: View, counts: Counts | undefined) => {
	if (counts) set(answeredAtom, { filter: nameOf(view), counts });
	else void set(recount);
});

/**
 * Counts again where a conversation that arrived may count differently than before. The server
 * counts, since the desk does not know the conversations that it has not loaded.
 */
export const countChange = atom(null, (_get, set, before: Conversation | undefined, after: Conversation) => {
	const isSame =
		before?.status === after.status &&
		before.assignee?.id === after.assignee?.id &&
		before.team?.id === after.team?.id &&
		before.labels.join() === after.labels.join();
	if (!isSame) void set(recount);
});

/** Counts at once, but no more often than each `COUNT_INTERVAL`: a busy team makes many changes. */
export const recount = atom(null, async (get, set): Promise<void> => {
	if (get(isOutdatedAtom) !== undefined) return set(isOutdatedAtom, true);
	do {
		set(isOutdatedAtom, false);
		const view = get(viewAtom);
		try {
			const { meta } = await call(get, applicationRoutes.countConversations, {
				params: account(get),
				query: filterOf(view),
			});
			set(keepCounts, view, meta);
		} catch (error) {
			// The next change, or the next page of the list, brings the counts.
			if (!isAborted(error)) console.debug('The conversations could not be counted', error);
		}
		await new Promise((resolve) => setTimeout(resolve, COUNT_INTERVAL));
	} while (get(isOutdatedAtom));
	set(isOutdatedAtom, undefined);
});

/** The counts do not depend on whose conversations the view shows, nor on the order. */
function nameOf(view: View): string {
	return JSON.stringify(filterOf({ ...view, assignee: 'all' }));
}
