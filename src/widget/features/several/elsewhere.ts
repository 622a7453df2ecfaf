// chunk: several
/** What is unread in the visitor's other open conversations. */
import { atom } from 'jotai/vanilla';
import { MessageType, type Message } from '#protocol/entities/entities.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { conversationIdAtom } from '../conversation/conversation.ts';
import {
	changeListed,
	listedConversationsAtom,
	openConversationsAtom,
	reloadConversations,
} from '../history/history.ts';
import { callAsVisitor } from '../session/session.ts';

const unreadConversationsAtom = atom((get) => {
	const current = get(conversationIdAtom);
	return get(openConversationsAtom).filter(({ id, unread_count }) => id !== current && unread_count);
});

/** How many messages, and the newest one of each conversation. */
export const elsewhereAtom = atom((get) => ({
	count: get(unreadConversationsAtom).reduce((sum, { unread_count = 0 }) => sum + unread_count, 0),
	unread: get(unreadConversationsAtom).flatMap(({ last_message }) =>
		last_message?.message_type === MessageType.OUTGOING ? [last_message] : [],
	),
}));

/** A message of another conversation is new, or has changed. */
export const noteMessage = atom(null, (get, set, message: Message, isNew: boolean) => {
	const { conversation_id: id, created_at: last_activity_at } = message;
	const listed = get(listedConversationsAtom).find((known) => known.id === id);
	if (!listed || !isNew) return void set(reloadConversations);
	if (message.id <= (listed.last_message?.id ?? 0)) return;
	const isUnread = message.message_type === MessageType.OUTGOING && listed.unread_count !== undefined;
	const unread_count = isUnread ? (listed.unread_count ?? 0) + 1 : listed.unread_count;
	set(changeListed, id, { last_message: message, last_activity_at, unread_count });
});

/** The visitor has seen what the preview has told. Never rejects. */
export const seeElsewhere = atom(null, (get, set) => {
	for (const { id, last_message } of get(unreadConversationsAtom)) {
		set(changeListed, id, { unread_count: 0 });
		const body = { contact_last_seen_at: last_message?.created_at, last_seen_message_id: last_message?.id };
		callAsVisitor(
			get,
			set,
			widgetRoutes.updateLastSeen,
			{ query: { conversation_id: id }, body },
			{ timeout: SEND_TIMEOUT },
		).catch((error: unknown) => console.debug(error));
	}
});
