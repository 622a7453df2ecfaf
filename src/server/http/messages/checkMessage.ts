/** Checks what a visitor wants to send, before anything is stored. */
import type { FastifyRequest } from 'fastify';
import { hasAtMost } from '#protocol/base/characters.ts';
import { HOUR, MINUTE } from '#protocol/base/duration.ts';
import type { NewMessage } from '#protocol/widgetRoutes.ts';
import { networkOf } from '../../base/network/networkOf.ts';
import { invalid, RetryLater } from '../routing/httpError.ts';
import { findAttachables, visitorFileRules } from '../../domain/messages/attach.ts';
import { TEXT, type Draft } from '../../domain/messages/insertMessage.ts';
import type { Visitor } from '../../domain/contacts/visitor.ts';
import type { Services } from '../../services/services.ts';
import type { Quota } from '../../quotas/quotas.ts';

/** Bytes of text that one session may send per hour: a hundred times as much as a lively chat. */
const TEXT_QUOTA: Quota = { name: 'text', max: 2_000_000, timeWindow: HOUR };

/**
 * Bytes of text that all sessions of one network address may send in a minute: ten of the longest
 * texts, or twenty thousand of usual length.
 */
const ADDRESS_TEXT_QUOTA: Quota = { name: 'address-text', max: 5_000_000, timeWindow: MINUTE };

/**
 * Throws a problem for files that the channel does not allow, 422 for a text that is too long, and
 * RetryLater when the session or its address has sent too much text; never for a message that is
 * stored already.
 */
export async function checkMessage(
	services: Services,
	visitor: Visitor,
	http: FastifyRequest,
	message: NewMessage,
): Promise<Draft> {
	const { store, files } = services;
	const { content = null, echo_id: echoId, reply_to: replyTo = null, attachments = [] } = message;
	if (content !== null) checkLength(services, content);
	const isStored = async () =>
		echoId !== undefined && (await store.messages.findByVisitorEcho(visitor.session.id, echoId)) !== undefined;
	await takeTextQuota(services, visitor, http, content ?? '', isStored);
	const attachables = await findAttachables(files, attachments, {
		rules: visitorFileRules(visitor.channel),
		isStored,
	});
	return { ...TEXT, content, echoId, replyTo, attachables };
}

/** Throws 422 for a text that is too long. */
export function checkLength({ visitorMessageMax }: Services, content: string): void {
	if (!hasAtMost(visitorMessageMax, content))
		throw invalid(`Content is too long (maximum is ${visitorMessageMax} characters)`, ['content']);
}

/**
 * Throws RetryLater when the session or its address has sent too much text, unless this message is
 * stored already.
 */
export async function takeTextQuota(
	{ quotas, rateLimits }: Services,
	{ session }: Visitor,
	{ ip }: FastifyRequest,
	text: string,
	isStored: () => Promise<boolean> = async () => false,
): Promise<void> {
	const bytes = Buffer.byteLength(text);
	const wait =
		(await rateLimits.take(ADDRESS_TEXT_QUOTA, networkOf(ip), bytes)) ||
		(await quotas.take(TEXT_QUOTA, session.id, bytes));
	if (wait > 0 && !(await isStored())) throw new RetryLater(wait);
}
