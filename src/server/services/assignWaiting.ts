import { assignNext, isAssigning, listFree } from '../domain/conversations/assignNext.ts';
import { availabilityOf } from '../present/agent.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/**
 * Assigns conversations that wait for it, `limit` at most of each inbox and team, each in a
 * transaction of its own and with its event. `onError` is told which ones failed.
 */
export async function assignWaiting(
	services: Services,
	limit: number,
	onError: (error: unknown, conversationId: number) => void,
): Promise<void> {
	const { store } = services;
	for (const { inbox_id, team_id } of await store.assignments.listWaiting()) {
		const channel = await store.channels.find(inbox_id);
		const { account, inbox } = channel;
		const team = team_id === null ? undefined : await store.teams.find(account.id, team_id);
		const onlineIds = await listOnlineIds(services, account.id);
		// Otherwise each look would write, as long as no agent is free.
		if (isAssigning(inbox, team) && (await listFree(store, inbox, team, onlineIds)).length === 0) continue;
		for (const id of await store.assignments.list(inbox_id, team_id, limit)) {
			const isDone = await commit(
				services,
				scopeOfConversation({ account_id: account.id, id }),
				(repositories, publish) => assignNext(repositories, publish, id, channel, onlineIds),
			).catch((error: unknown) => {
				onError(error, id);
				return true;
			});
			// No agent has room for the next one either.
			if (!isDone) break;
		}
	}
}

/** Ids of those of the account who are there and have not said that they are busy. */
export async function listOnlineIds({ store, presence }: Services, accountId: number): Promise<ReadonlySet<number>> {
	const present = await presence.listUsers(accountId);
	const members = await store.users.listAccount(accountId);
	const online = members.filter((member) => availabilityOf(member, present) === 'online');
	return new Set(online.map(({ user_id }) => user_id));
}
