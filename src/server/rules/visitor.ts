/** A visitor as the guard found them, and which conversation is theirs. */
import type { Channel } from '../store/channels.ts';
import type { ContactInbox, ConversationRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';

export interface Visitor {
	channel: Channel;
	session: ContactInbox;
}

/**
 * The newest conversation of the session or, where the site has proven who the visitor is, of all proven sessions of the same
 * contact in this inbox: that is how history follows a user across devices (wire-contract 1.0).
 */
export async function findCurrentConversation(
	store: Repositories,
	session: ContactInbox,
): Promise<ConversationRow | undefined> {
	if (!session.hmac_verified) return store.conversations.findNewest([session.id]);
	const verified = await store.sessions.listVerified(session.contact_id);
	return store.conversations.findNewest(
		verified.filter((other) => other.inbox_id === session.inbox_id).map((other) => other.id),
	);
}
