/** A conversation's messages for the team (application-api A3, A4). */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { presentUserSender } from '../present/agent.ts';
import { presentContactSender } from '../present/contact.ts';
import { presentTeamMessage } from '../present/message.ts';
import { loadSenders, senderOf } from '../present/senders.ts';
import { iso } from '../present/times.ts';
import { postAgentMessage } from '../rules/postMessage.ts';
import { commit, type Services } from '../services.ts';
import { findVisible } from './conversations.ts';

type MessageHandlers = Pick<Handlers<typeof applicationRoutes>, 'listMessages' | 'createMessage'>;

export function messageHandlers(services: Services): MessageHandlers {
	const { store, presence } = services;
	return {
		async listMessages({ account, member, params, query }) {
			const conversation = await findVisible(store, member, params.id);
			const messages = await store.messages.listPage({
				conversationId: conversation.id,
				before: query.before,
				after: query.after,
				isPublicOnly: query.filter_internal_messages !== undefined,
			});
			const senders = await loadSenders(store, account.id, messages);
			const present = await presence.list(account.id);
			const assignee =
				conversation.assignee_id === null
					? undefined
					: await store.users.findMember(account.id, conversation.assignee_id);
			return {
				meta: {
					labels: [],
					additional_attributes: conversation.additional_attributes,
					contact: presentContactSender(await store.contacts.find(conversation.contact_id)),
					...(assignee ? { assignee: presentUserSender(assignee, present) } : {}),
					agent_last_seen_at: iso(conversation.agent_last_seen_at),
					assignee_last_seen_at: iso(conversation.assignee_last_seen_at),
				},
				payload: messages.map((message) =>
					presentTeamMessage(message, conversation.display_id, senderOf(message, senders, present)),
				),
			};
		},

		async createMessage({ account, member, params, body }) {
			const found = await findVisible(store, member, params.id);
			const { conversation, message } = await commit(services, account.id, (repositories, announce) =>
				postAgentMessage(repositories, announce, {
					member,
					conversation: found,
					draft: {
						content: body.content ?? null,
						echoId: body.echo_id,
						replyTo: body.content_attributes?.in_reply_to ?? null,
					},
					isPrivate: body.private,
				}),
			);
			const senders = await loadSenders(store, account.id, [message]);
			const sender = senderOf(message, senders, await presence.list(account.id));
			return presentTeamMessage(message, conversation.display_id, sender);
		},
	};
}
