/**
 * The facts about page and browser that a conversation stores at its beginning (docs/wire.md,
 * Conversations).
 */
import type { FastifyRequest } from 'fastify';
import type { Attributes } from '#protocol/entities/attributes.ts';
import type { NewMessage } from '#protocol/widgetRoutes.ts';
import { browserOf } from '../routing/browserOf.ts';
import type { ConversationOrigin } from '../../domain/conversations/beginConversation.ts';

export function readConversationOrigin(
	http: FastifyRequest,
	message: Pick<NewMessage, 'timestamp' | 'referer_url'>,
	customAttributes: Attributes = {},
): ConversationOrigin {
	return {
		additionalAttributes: {
			browser_language: /^[a-z]+/i.exec(http.headers['accept-language'] ?? '')?.[0] ?? null,
			browser: browserOf(http.headers['user-agent'] ?? ''),
			initiated_at: { timestamp: message.timestamp ?? new Date().toString() },
			referer: webAddress(message.referer_url),
		},
		customAttributes,
	};
}

/** Characters of a page's address. */
const REFERER_MAX = 8_000;

/**
 * Agents follow this link, so it is null unless it leads to a web page. A link that is too long is
 * dropped; the message is still accepted.
 */
function webAddress(url: string | null | undefined): string | null {
	return url && url.length <= REFERER_MAX && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
