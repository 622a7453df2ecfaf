import { mailAddressOf } from '../domain/mailAddress.ts';
import type { Mail } from '../mail/mail.ts';
import type { DeliveryRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

/** What deliveries of mails are called for which nobody has asked (mailAway.ts). */
export type AwayMailEvent = 'answers' | 'rating';

const AWAY_MAIL_EVENTS: ReadonlySet<string> = new Set<AwayMailEvent>(['answers', 'rating']);

/**
 * Whether a queued mail may still be sent. One for which nobody has asked may have waited for the mail server for hours: the
 * visitor may have read its messages, or its recipient have unsubscribed.
 */
export async function isMailWanted(
	store: Pick<Repositories, 'answerMails' | 'contacts' | 'conversations' | 'sessions'>,
	{ receiver_type, event, conversation_id, payload }: DeliveryRow,
): Promise<boolean> {
	if (receiver_type !== 'mail' || !AWAY_MAIL_EVENTS.has(event) || conversation_id === null) return true;
	const [conversation] = await store.conversations.listByIds([conversation_id]);
	const [session] = conversation ? await store.sessions.listByIds([conversation.contact_inbox_id]) : [];
	if (!conversation || !session) return false;
	const { to } = JSON.parse(payload) as Mail;
	const contact = await store.contacts.find(conversation.contact_id);
	if ((await mailAddressOf(store, contact, session)) !== to.address) return false;
	const mailedId = (await store.answerMails.find(conversation_id))?.mailed_message_id ?? 0;
	return mailedId > (conversation.contact_last_seen_message_id ?? 0);
}
