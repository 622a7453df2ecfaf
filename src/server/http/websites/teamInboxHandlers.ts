/** The websites that a team answers (docs/application-api.md, Inboxes). */
import type { inboxRoutes } from '#protocol/application/inboxRoutes.ts';
import { publicOrigin } from '../routing/publicOrigin.ts';
import { changeChannel, changeIdentityKey, createChannel, removeChannel } from '../../domain/websites/editChannel.ts';
import { refuse } from '../routing/httpError.ts';
import { requireInbox } from '../routing/guard.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { listChatTexts } from '../../language/chatTexts.ts';
import { presentInbox } from '../../present/inbox.ts';
import { clearRemovedInboxes } from '../../services/clearRemovedInboxes.ts';
import { createAccountChanger, type Services } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Repositories } from '../../store/store.ts';

/** Sessions of a deleted website that go before the answer. */
const CLEARED_AT_ONCE = 25;

export function teamInboxHandlers(services: Services): Handlers<typeof inboxRoutes> {
	const { store } = services;
	const { channels } = store;

	const change = createAccountChanger(services, 'inbox');

	return {
		async listInboxes({ account, member, http }) {
			const found = await channels.list(await channels.listVisibleInboxIds(account.id, member));
			const origin = publicOrigin(services, http);
			return {
				payload: found
					.map((channel) => presentInbox(channel, member, origin))
					.toSorted((one, other) => compare(one.name.toLowerCase(), other.name.toLowerCase()) || one.id - other.id),
			};
		},

		async showInbox({ member, params, http }) {
			return presentInbox(await channels.find(params.id), member, publicOrigin(services, http));
		},

		async createInbox({ account, member, body, http }) {
			// By default the one who adds it: visitors would otherwise read that the team is away.
			const { type: _websitesOnly, user_ids: userIds = [member.user_id], ...settings } = body;
			const id = await change(account.id, async (repositories) => {
				await requirePeople(repositories, account.id, userIds);
				const created = await createChannel(repositories, { accountId: account.id, userIds, settings });
				return created.inbox.id;
			});
			return presentInbox(await channels.find(id), member, publicOrigin(services, http));
		},

		async updateInbox({ account, member, params, body, http, changeIfMatch }) {
			const origin = publicOrigin(services, http);
			return change(account.id, async (repositories) => {
				const before = await findOwn(repositories, account.id, params.id);
				const present = (channel: Channel) => presentInbox(channel, member, origin);
				const changed = await changeIfMatch(before, present, async () => {
					await changeChannel(repositories, before, body);
					return repositories.channels.find(params.id);
				});
				return present(changed);
			});
		},

		async listTexts({ query }) {
			return { payload: listChatTexts(query.locale).map(({ id, english, text }) => ({ id, english, text })) };
		},

		async changeIdentityKey({ account, member, params, http }) {
			await change(account.id, async (repositories) =>
				changeIdentityKey(repositories, await findOwn(repositories, account.id, params.id)),
			);
			return presentInbox(await channels.find(params.id), member, publicOrigin(services, http));
		},

		async deleteInbox({ account, params }) {
			await change(account.id, async (repositories) =>
				removeChannel(repositories, await findOwn(repositories, account.id, params.id)),
			);
			// The first conversations at once, so that the caller sees them go; the job goes on,
			// also where one fails.
			await clearRemovedInboxes(services, CLEARED_AT_ONCE, () => {});
			return { message: 'Your inbox deletion request will be processed in some time.' };
		},
	};
}

async function findOwn(repositories: Repositories, accountId: number, inboxId: number): Promise<Channel> {
	await requireInbox(repositories, accountId, inboxId);
	return repositories.channels.find(inboxId);
}

function compare(one: string, other: string): number {
	return one < other ? -1 : Number(one > other);
}

/** Throws 401, as Chatwoot does, where one of them is not in the account. */
export async function requirePeople(
	{ users }: Repositories,
	accountId: number,
	userIds: readonly number[],
): Promise<void> {
	const people = new Set((await users.listAccount(accountId)).map(({ user_id }) => user_id));
	if (!userIds.every((id) => people.has(id))) throw refuse(401, 'Invalid User IDs');
}
