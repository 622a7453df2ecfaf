/** Conversations that the team begins (docs/application-api.md, Conversations). */
import type { conversationChangeRoutes } from '#protocol/application/conversationChangeRoutes.ts';
import type { RouteRequest } from '#protocol/base/routes.ts';
import { Problem } from '../../base/problem.ts';
import { beginTeamConversation } from '../../domain/conversations/beginTeamConversation.ts';
import { accountOf, listVisibleTo, type Writer } from '../../domain/messages/writer.ts';
import { listOnlineIds } from '../../services/assignWaiting.ts';
import { commit, scopeOfContact, type Services } from '../../services/services.ts';
import type { Repositories } from '../../store/store.ts';
import { invalid, notFound, refuse } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { authorOf } from '../messages/authorOf.ts';
import { readDraft } from '../messages/readDraft.ts';
import { presentingChanged } from './teamConversationHandlers.ts';

type Body = RouteRequest<typeof conversationChangeRoutes.createTeamConversation>['body'];

export function newConversationHandlers(
	services: Services,
): Pick<Handlers<typeof conversationChangeRoutes>, 'createTeamConversation'> {
	const { store, files, globalConfig } = services;
	const present = presentingChanged(services);

	return {
		async createTeamConversation({ account, writer, body }) {
			const { inboxId, contactId, sourceId } = await findPlace(store, writer, body);
			const author = await authorOf(store, writer, body.message ?? {});
			const draft = body.message ? await readDraft(files, body.message) : undefined;
			// A call has the conversation's number, which there is not yet.
			if (draft?.contentType === 'integrations')
				throw new Problem({ code: 'CONTENT_TYPE_UNKNOWN', contentType: draft.contentType });
			const channel = await store.channels.find(inboxId);
			const assignee = body.assignee_id ? await store.users.findMember(account.id, body.assignee_id) : undefined;
			const team = body.team_id ? await store.teams.find(account.id, body.team_id) : undefined;
			const onlineIds = await listOnlineIds(services, account.id);
			const conversation = await commit(services, scopeOfContact(account.id, contactId), (repositories, publish) =>
				beginTeamConversation(repositories, publish, {
					writer,
					author,
					channel,
					contactId,
					sourceId,
					status: body.status ?? undefined,
					snoozedUntil: body.snoozed_until ? Math.round(body.snoozed_until * 1000) : null,
					assignee,
					team,
					onlineIds,
					origin: { additionalAttributes: body.additional_attributes, customAttributes: body.custom_attributes },
					isPrivate: body.message?.private ?? false,
					draft,
					mayAskForEmail: !globalConfig.DISABLE_USER_PROFILE_UPDATE,
				}),
			);
			return present(writer, conversation);
		},
	};
}

interface Place {
	inboxId: number;
	contactId: number;
	sourceId: string | undefined;
}

/**
 * Throws 404 where there is no such contact or session. The team sees all contacts, a bot those of
 * its inboxes.
 */
async function findPlace(store: Repositories, writer: Writer, body: Body): Promise<Place> {
	const { inbox_id: inboxId, contact_id: contactId, source_id: sourceId } = body;
	const visible = await listVisibleTo(store, writer);
	if (contactId) await store.contacts.require(accountOf(writer), contactId);
	if (contactId && writer.type === 'AgentBot') {
		const sessions = await store.sessions.listByContact(contactId);
		if (!sessions.some(({ inbox_id }) => visible.includes(inbox_id))) throw notFound();
	}
	if (sourceId) {
		const session = await store.sessions.findBySourceAmong(inboxId ? [inboxId] : visible, sourceId);
		if (!session) throw notFound();
		if (contactId && session.contact_id !== contactId) throw refuse(422, 'source_id should be unique');
		if (session.mail_address !== null) throw refuse(422, 'source_id is of mails, which begin their conversations');
		return { inboxId: session.inbox_id, contactId: session.contact_id, sourceId };
	}
	if (!inboxId) throw invalid("Inbox can't be blank", ['inbox_id']);
	if (!contactId) throw invalid("Contact can't be blank", ['contact_id']);
	return { inboxId, contactId, sourceId: undefined };
}
