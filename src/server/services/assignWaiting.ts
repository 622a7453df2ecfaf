import { assignNext, isAssigning, listFree } from '../domain/conversations/assignNext.ts';
import { availabilityOf } from '../present/agent.ts';
import { commit, scopeOfConversation, type Services } from './services.ts';

/**
 * Assigns conversations that wait for it, `limit` at most of each inbox, each in a transaction of
 * its own and with its event. `onError` is told which ones failed.
 */
export async function assignWaiting(
	services: Services,
	limit: number,
	onError: (error: unknown, conversationId: number) => void,
): Promise<void> {
	const { store, presence } = services;
	for (const inboxId of await store.assignments.listInboxIds()) {
		const channel = await store.channels.find(inboxId);
		const { id: accountId } = channel.account;
		const present = await presence.listUsers(accountId);
		const online = (await store.users.listAccount(accountId)).filter(
			(member) => availabilityOf(member, present) === 'online',
		);
		const onlineIds = new Set(online.map(({ user_id }) => user_id));
		// Otherwise each look would write, as long as no agent is free.
		if (isAssigning(channel.inbox) && (await listFree(store, channel.inbox, onlineIds)).length === 0) continue;
		for (const id of await store.assignments.list(inboxId, limit)) {
			const isDone = await commit(
				services,
				scopeOfConversation({ account_id: accountId, id }),
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
