/** Adds, changes and deletes websites. */
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { loadAccount } from '../../account/account.ts';
import { account, call, unlessChanged } from '../../session/api.ts';

/** Resolves with the new website, which all people of the team answer until others are chosen. */
export const createWebsite = atom(null, async (get, set, facts: InboxChange & { name: string }): Promise<TeamInbox> => {
	const params = account(get);
	const people = await call(get, applicationRoutes.listAgents, { params });
	const body = { ...facts, user_ids: people.map(({ id }) => id) };
	const inbox = await call(get, applicationRoutes.createInbox, { params, body });
	void set(loadAccount);
	return inbox;
});

/** Resolves with the website as it is now. */
export const changeWebsite = atom(
	null,
	async (get, set, id: number, body: InboxChange, etag?: string): Promise<TeamInbox> => {
		const params = { ...account(get), id };
		const inbox = await call(get, applicationRoutes.updateInbox, { params, body }, unlessChanged(etag));
		void set(loadAccount);
		return inbox;
	},
);

/** Resolves with the website, whose key before stays valid for a day. */
export const changeKey = atom(null, (get, _set, id: number) =>
	call(get, applicationRoutes.changeIdentityKey, { params: { ...account(get), id } }),
);

export const deleteWebsite = atom(null, async (get, set, id: number) => {
	await call(get, applicationRoutes.deleteInbox, { params: { ...account(get), id } });
	void set(loadAccount);
});
