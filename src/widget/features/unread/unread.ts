/** Messages of the team that the visitor has not seen. */
import { type Atom, atom } from 'jotai/vanilla';
import { type Message, MessageType } from '#protocol/entities/entities.ts';
import { isSeenAtom, markSeen } from '../conversation/conversation.ts';
import { isWaitingAtom, messagesAtom } from '../messages/messages.ts';
import { severalAtom } from '../session/several.ts';

/** Unread previews show at most this many messages. */
const UNREAD_PREVIEWS = 3;

/** Templates and the visitor's own messages never count. */
const unreadAtom = atom((get): readonly Message[] => {
	// Before the first reading, what the visitor has seen is unknown.
	if (get(isWaitingAtom)) return [];
	const messages = get(messagesAtom);
	const firstUnseen = messages.findLastIndex(get(isSeenAtom)) + 1;
	return messages.slice(firstUnseen).filter(({ message_type }) => message_type === MessageType.OUTGOING);
});

/** In the conversation that the chat shows. */
export const ownUnreadCountAtom = atom((get) => get(unreadAtom).length);

/** In all open conversations. */
export const unreadCountAtom = atom((get) => get(ownUnreadCountAtom) + (get(severalAtom)?.count ?? 0));

/** The last few unread messages, oldest first. */
export const previewedMessagesAtom = atom((get) =>
	[...get(unreadAtom), ...(get(severalAtom)?.unread ?? [])]
		.toSorted((one, other) => one.id - other.id)
		.slice(-UNREAD_PREVIEWS),
);

/** The visitor has seen all messages of the conversation, or of the preview. */
export const seeMessages = atom(null, (get, set, ofPreview?: boolean) => {
	const newest = get(messagesAtom).at(-1);
	if (newest && get(ownUnreadCountAtom) > 0) void set(markSeen, newest);
	if (ofPreview) get(severalAtom)?.see?.();
});

const previewHeightAtom = atom(0);

/** Height of the preview's content in CSS pixels; 0 until it has been drawn. */
export const measuredPreviewAtom: Atom<number> = previewHeightAtom;

export const measurePreview = atom(null, (_get, set, height: number) => set(previewHeightAtom, height));
