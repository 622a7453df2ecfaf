/** What the desk knows of the agent's account: its websites and its labels. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamAgent } from '#protocol/entities/entities.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { Label } from '#protocol/application/labelRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { createLatestOnly } from '../common/latestOnly.ts';
import { account, call } from '../session/api.ts';

const inboxesAtom = atom<readonly TeamInbox[]>([]);
const ownLabelsAtom = atom<readonly Label[]>([]);

/** The websites that the agent sees, by name. */
export const websitesAtom: Atom<readonly TeamInbox[]> = inboxesAtom;

/** The labels of the account, by title. Conversations may have others, too. */
export const labelsAtom: Atom<readonly Label[]> = ownLabelsAtom;

const takeTurn = createLatestOnly();

/**
 * Loads both. Never rejects: without them the desk shows fewer choices, until the connection is
 * back the next time.
 */
export const loadAccount = atom(null, async (get, set) => {
	const params = account(get);
	const isToKeep = set(takeTurn);
	try {
		const [inboxes, labels] = await Promise.all([
			call(get, applicationRoutes.listInboxes, { params }),
			call(get, applicationRoutes.listLabels, { params }),
		]);
		if (!isToKeep()) return;
		set(inboxesAtom, inboxes.payload);
		set(ownLabelsAtom, labels.payload);
	} catch (error) {
		if (!isAborted(error)) console.debug('Websites and labels are unknown', error);
	}
});

/** Adds a label to the account. Resolves with its title as the server has stored it. */
export const addLabel = atom(null, async (get, set, title: string): Promise<string> => {
	const label = await call(get, applicationRoutes.createLabel, { params: account(get), body: { title } });
	set(ownLabelsAtom, (labels) => [...labels, label].toSorted((a, b) => a.title.localeCompare(b.title)));
	return label.title;
});

/**
 * Loads the agents that the conversations of an inbox can be assigned to. Rejects with a
 * RequestError.
 */
export const loadAssignable = atom(null, async (get, _set, inboxId: number): Promise<readonly TeamAgent[]> => {
	const params = { ...account(get), id: inboxId };
	return (await call(get, applicationRoutes.listAssignableAgents, { params })).payload;
});
