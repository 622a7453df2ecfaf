/** How many conversations the chosen view has for each assignee. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { RouteResponse } from '#protocol/base/routes.ts';
import { account, call } from '../session/api.ts';
import { viewAtom } from './chosenView.ts';
import type { Conversation } from './conversation.ts';
import { createPaced } from './createPaced.ts';
import { filterOf, type View } from './view.ts';

type Counts = RouteResponse<typeof applicationRoutes.countConversations>['meta'];

const answeredAtom = atom<{ filter: string; counts: Counts }>();

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

/** Counts as often as it may. The next page of the list brings the counts, too. */
export const recount = createPaced(async (get, set) => {
	const view = get(viewAtom);
	const { meta } = await call(get, applicationRoutes.countConversations, {
		params: account(get),
		query: filterOf(view),
	});
	set(keepCounts, view, meta);
}, 'The conversations could not be counted');

/** The counts do not depend on whose conversations the view shows, nor on the order. */
function nameOf(view: View): string {
	return JSON.stringify(filterOf({ ...view, assignee: 'all' }));
}
