import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { RouteResponse } from '#protocol/base/routes.ts';
import { account, call } from '../session/api.ts';

export type Found = RouteResponse<typeof applicationRoutes.search>['payload'];
export type FoundKind = keyof Found;

/** In the order in which they are shown. */
export const KINDS = ['conversations', 'messages', 'contacts'] as const satisfies readonly FoundKind[];

/**
 * The first conversations, contacts and messages that have all words, or words that begin so.
 * Rejects with a RequestError.
 */
export const searchEverything = atom(null, async (get, _set, q: string): Promise<Found> => {
	return (await call(get, applicationRoutes.search, { params: account(get), query: { q } })).payload;
});

/** A further page of one kind, counted from 1. Rejects with a RequestError. */
export const searchFurther = atom(
	null,
	async (get, _set, kind: FoundKind, q: string, page: number): Promise<Found[FoundKind]> => {
		const input = { params: account(get), query: { q, page } };
		if (kind === 'conversations')
			return (await call(get, applicationRoutes.searchConversations, input)).payload.conversations;
		if (kind === 'messages') return (await call(get, applicationRoutes.searchMessages, input)).payload.messages;
		return (await call(get, applicationRoutes.searchContacts, input)).payload.contacts;
	},
);
