/** Changes of several conversations (docs/application-api.md, Conversations). */
import { NoResultError } from 'kysely';
import type { conversationChangeRoutes } from '#protocol/application/conversationChangeRoutes.ts';
import { inParallel } from '../../base/inParallel.ts';
import { changeConversation } from '../../domain/conversations/changeConversation.ts';
import { listVisibleTo } from '../../domain/messages/writer.ts';
import { listOnlineIds } from '../../services/assignWaiting.ts';
import { commit, scopeOfConversation, type Services } from '../../services/services.ts';
import { HttpError } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function bulkHandlers(
	services: Services,
): Pick<Handlers<typeof conversationChangeRoutes>, 'changeConversations'> {
	const { store } = services;

	return {
		async changeConversations({ account, member, body: { type, ids, fields, snoozed_until, labels } }) {
			if (type !== 'Conversation') throw new HttpError(422, { success: false });
			const by = { type: 'User', member } as const;
			const visible = await listVisibleTo(store, by);
			const found = await store.conversations.listByDisplayIds(account.id, ids);
			const conversations = found.filter(({ inbox_id }) => visible.includes(inbox_id));
			const assigneeId = fields?.assignee_id;
			const teamId = fields?.team_id;
			const change = {
				removedLabels: labels?.remove ?? [],
				addedLabels: labels?.add ?? [],
				status: fields?.status ?? undefined,
				snoozedUntil: snoozed_until ? Math.round(snoozed_until * 1000) : null,
				assignee:
					assigneeId === undefined ? undefined : ((await store.users.findMember(account.id, assigneeId ?? 0)) ?? null),
				team: teamId === undefined ? undefined : ((await store.teams.find(account.id, teamId ?? 0)) ?? null),
				onlineIds: await listOnlineIds(services, account.id),
				priority: fields?.priority,
			};
			const changed = new Set<number>();
			await inParallel(conversations, async (conversation) => {
				try {
					await commit(services, scopeOfConversation(conversation), (repositories, publish) =>
						changeConversation(repositories, publish, conversation, change, by),
					);
					changed.add(conversation.display_id);
				} catch (error) {
					// It was deleted since, and the answer leaves it out.
					if (!(error instanceof NoResultError)) throw error;
				}
			});
			return { payload: conversations.map(({ display_id }) => display_id).filter((id) => changed.has(id)) };
		},
	};
}
