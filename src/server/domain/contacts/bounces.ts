/**
 * Which visitor a bounce is about. Any sender may write to the address for bounces, so only what is
 * about a mail of ours to the same address counts.
 */
import { readBounce } from '../../mail/readBounce.ts';
import type { Repositories } from '../../store/store.ts';
import type { MailLinks } from '../people/mailLinks.ts';
import { noteUnknownAddress } from './mailAddress.ts';

/** Bytes that are read: reports come before the mail that they are about, which may be long. */
export const BOUNCE_MAX = 256 * 1024;

interface Undelivered {
	conversationId: number;
	/** Of the answer that was mailed, where it was one. */
	messageId: number | undefined;
	address: string;
	/** What has happened, such as `failed 5.1.1`. */
	what: string;
}

/** A sentence for the operator where it says of no address that it is unknown. */
export async function readUndelivered(
	links: Pick<MailLinks, 'readBounced'>,
	mail: Uint8Array,
): Promise<Undelivered | string> {
	const bounce = await readBounce(mail.subarray(0, BOUNCE_MAX));
	if (!bounce) return 'Nothing is noted: the mail is no bounce.';
	const addressed = bounce.token === undefined ? undefined : await links.readBounced(bounce.token);
	if (!addressed) return 'Nothing is noted: the bounce is about no mail that this server has sent to a visitor.';
	const { conversation: conversationId, message: messageId, address } = addressed;
	const recipients = bounce.recipients.filter((recipient) => recipient.address.toLowerCase() === address.toLowerCase());
	const [recipient] = recipients;
	if (!recipient) return `Nothing is noted: the mail went to ${address}, of which the bounce says nothing.`;
	const unknown = recipients.find(({ isUnknown }) => isUnknown);
	if (!unknown) return `Nothing is noted: there may be an address ${address} (${recipient.what}).`;
	return { conversationId, messageId, address, what: unknown.what };
}

/** Resolves with a sentence for the operator. */
export async function noteUndelivered(
	repositories: Pick<Repositories, 'conversations' | 'contacts' | 'messages'>,
	{ conversationId, messageId, address, what }: Undelivered,
): Promise<string> {
	const [conversation] = await repositories.conversations.listByIds([conversationId]);
	const message =
		conversation && messageId !== undefined
			? await repositories.messages.findInConversation(conversation.id, messageId)
			: undefined;
	if (message)
		await repositories.messages.update(message.id, {
			status: 'failed',
			content_attributes: { ...message.content_attributes, external_error: what },
		});
	const isNoted = conversation && (await noteUnknownAddress(repositories, conversation.contact_id, address));
	return isNoted
		? `Noted at the contact: no mail arrives at ${address} (${what}).`
		: `Nothing is noted: the contact has another address than ${address} by now, wants no mail, or is deleted.`;
}
