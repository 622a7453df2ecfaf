import { randomUUID } from 'node:crypto';
import { mailboxOf } from '../../domain/contacts/mailAddress.ts';
import { chooseLocale } from '../../language/translate.ts';
import type { Mail } from '../../mail/mail.ts';
import { commit, type Services, type WriteScope } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import { RECIPIENT_LIMIT } from '../routing/rateLimits.ts';
import { takeQuota } from '../routing/takeQuota.ts';
import { transcriptOf } from './transcriptOf.ts';

export interface TranscriptRequest {
	channel: Channel;
	conversation: ConversationRow;
	to: Mail['to'];
	/** The language that the caller asks for. */
	locale?: string | undefined;
	scope: WriteScope;
}

/**
 * Queues the conversation as a mail, since a mail server may be slow. Throws RetryLater where the
 * mailbox has had too many.
 */
export async function queueTranscript(
	services: Services,
	{ channel, conversation, to, locale, scope }: TranscriptRequest,
): Promise<void> {
	const { store, files, rateLimits, deliveryWorker, mailLinks } = services;
	await takeQuota(rateLimits, { quota: RECIPIENT_LIMIT, who: mailboxOf(to.address) }, 1);
	const language = chooseLocale(locale, conversation.locale, channel.inbox.locale);
	const mail = await transcriptOf(store, files, channel, conversation, language);
	const bounceToken = await mailLinks.signBounced({ conversation: conversation.id, address: to.address });
	const addressed: Mail = { ...mail, id: randomUUID(), to, bounceToken };
	await commit(services, scope, async (repositories) => {
		// The lock fails if the conversation has been deleted since, so that no mail is queued for
		// it.
		await repositories.conversations.lock(conversation.id);
		await repositories.deliveries.insertMail('transcript', addressed, { conversation_id: conversation.id });
	});
	deliveryWorker.wake();
}
