/**
 * Texts that agents insert by a short code, by REST; every member may change them, as in Chatwoot.
 */
import type { CannedResponse, cannedResponseRoutes } from '#protocol/application/cannedResponseRoutes.ts';
import { searchCannedResponses } from '#protocol/searchCannedResponses.ts';
import {
	changeCannedResponse,
	createCannedResponse,
	deleteCannedResponse,
} from '../../domain/labels/editCannedResponse.ts';
import { translated } from '../../domain/translations/translations.ts';
import { listVisibleTo } from '../../domain/messages/writer.ts';
import { iso } from '../../present/times.ts';
import { withTag } from '../../present/tagged.ts';
import { withAccountLock, type Services } from '../../services/services.ts';
import type { CannedResponseRow } from '../../store/tables/schema.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function cannedResponseHandlers(services: Services): Handlers<typeof cannedResponseRoutes> {
	const { store } = services;

	return {
		async listCannedResponses({ account, member, query: { search = '', conversation_id: id } }) {
			const found = searchCannedResponses(await store.cannedResponses.list(account.id), search);
			const conversation = id === undefined ? undefined : await store.conversations.findByDisplayId(account.id, id);
			const inboxes = conversation ? await listVisibleTo(store, { type: 'User', member }) : [];
			const locale = conversation && inboxes.includes(conversation.inbox_id) ? conversation.locale : null;
			return found.map((response) => {
				const { content: spoken } = translated('canned_response', response, '', locale);
				return { ...present(response), ...(spoken !== response.content && { spoken }) };
			});
		},

		async createCannedResponse({ account, body }) {
			return present(await store.transaction((repositories) => createCannedResponse(repositories, account.id, body)));
		},

		updateCannedResponse: ({ account, params, body, changeIfMatch }) =>
			withAccountLock(services, account.id, async (repositories) => {
				const before = await repositories.cannedResponses.require(account.id, params.id);
				return present(await changeIfMatch(before, present, () => changeCannedResponse(repositories, before, body)));
			}),

		deleteCannedResponse: ({ account, params }) =>
			store.transaction(async (repositories) =>
				deleteCannedResponse(repositories, await repositories.cannedResponses.require(account.id, params.id)),
			),
	};
}

function present({ created_at, updated_at, translations, ...facts }: CannedResponseRow): CannedResponse {
	return {
		...withTag({ ...facts, translations: translations ?? {}, created_at: iso(created_at) }),
		updated_at: iso(updated_at),
	};
}
