/** What the desk knows of the agent's account: its websites, labels and teams. */
import { type Atom, atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Team, TeamAgent } from '#protocol/entities/entities.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { Label } from '#protocol/application/labelRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { createLatestOnly } from '../common/latestOnly.ts';
import { account, call } from '../session/api.ts';

const inboxesAtom = atom<readonly TeamInbox[]>([]);
const ownLabelsAtom = atom<readonly Label[]>([]);
const ownTeamsAtom = atom<readonly Team[]>([]);

/** The websites that the agent sees, by name. */
export const websitesAtom: Atom<readonly TeamInbox[]> = inboxesAtom;

/** The labels of the account, by title. Conversations may have others, too. */
export const labelsAtom: Atom<readonly Label[]> = ownLabelsAtom;

/** The teams of the account, by name. */
export const teamsAtom: Atom<readonly Team[]> = ownTeamsAtom;

const takeTurn = createLatestOnly();

/**
 * Loads them. Never rejects: without them the desk shows fewer choices, until the connection is
 * back the next time.
 */
export const loadAccount = atom(null, async (get, set) => {
	const params = account(get);
	const isToKeep = set(takeTurn);
	try {
		const [inboxes, labels, teams] = await Promise.all([
			call(get, applicationRoutes.listInboxes, { params }),
			call(get, applicationRoutes.listLabels, { params }),
			call(get, applicationRoutes.listTeams, { params }),
		]);
		if (!isToKeep()) return;
		set(inboxesAtom, inboxes.payload);
		set(ownLabelsAtom, labels.payload);
		set(ownTeamsAtom, teams);
	} catch (error) {
		if (!isAborted(error)) console.debug('The account is unknown', error);
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
