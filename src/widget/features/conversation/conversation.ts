/** The visitor's conversation: the newest one (docs/wire.md, Errors). */
import { type Atom, atom } from 'jotai/vanilla';
import type { Message, PushConversation } from '#protocol/entities.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/limits.ts';
import type { RouteResponse } from '#protocol/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { channelAtom } from '../channel/channel.ts';
import { tellHost } from '../host/host.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor } from '../session/session.ts';

/** All of it, some of it, or nothing yet. */
type Known = RouteResponse<typeof widgetRoutes.showConversation>;

const knownAtom = atomPerVisit<Known>({});
/** Conversations up to this display id are behind the visitor, who has asked for a new one. */
const leftUpToAtom = atomPerVisit(0);

/** Display id of the conversation; undefined while there is none, or none is known. */
export const conversationIdAtom = atom((get) => get(knownAtom).id);

/** Undefined while there is no conversation, or its status is not known. */
export const conversationStatusAtom = atom((get) => get(knownAtom).status);

/** Whether the visitor has seen a message: told by its id, or by its time where the server tells no more. */
export const isSeenAtom = atom((get) => {
	const { contact_last_seen_at = 0, contact_last_seen_message_id: seenId } = get(knownAtom);
	return ({ id, created_at }: Pick<Message, 'id' | 'created_at'>) =>
		seenId === undefined ? created_at <= contact_last_seen_at : id <= seenId;
});

/** The team, or the visitor, has brought it to an end. */
export const hasEndedAtom = atom((get) => get(knownAtom).status === 'resolved');

/** Display id of the conversation that the visitor left last, or 0. */
export const leftConversationAtom: Atom<number> = leftUpToAtom;

/** What the visitor writes starts a new conversation, although there is one already. */
export const isStartingNewAtom = atom((get) => get(leftUpToAtom) > 0 && get(conversationIdAtom) === undefined);

/** Whether the conversation of a display id is one that the visitor has left. */
export const isLeftAtom = atom((get) => (id: number) => id <= get(leftUpToAtom));

/** Whether a message can be written: an ended conversation may be closed for good (`allowMessagesAfterResolved`). */
export const canWriteAtom = atom((get) => !get(hasEndedAtom) || get(channelAtom).allowMessagesAfterResolved);

/** The visitor may bring it to an end: it goes on, and the channel leaves that to visitors. */
export const canEndAtom = atom((get) => {
	const { status } = get(knownAtom);
	return status !== undefined && status !== 'resolved' && get(channelAtom).enabledFeatures.includes('end_conversation');
});

/** Reads the conversation from the server. Rejects with a RequestError. */
export const loadConversation = atom(null, async (get, set) => {
	const answer = await callAsVisitor(get, set, widgetRoutes.showConversation, {}, { timeout: READ_TIMEOUT });
	if (answer.id === undefined || get(isLeftAtom)(answer.id)) return;
	set(knownAtom, (known) => (known.id === answer.id ? { ...answer, ...latestSeen(known, answer) } : answer));
});

/** Takes the conversation that the server put a message of the visitor's into. */
export const enterConversation = atom(null, (get, set, id: number) => {
	if (get(knownAtom).id !== id && !get(isLeftAtom)(id)) set(knownAtom, () => ({ id }));
});

/** Brings it to an end on the server, then here. Rejects with a RequestError. */
export const endConversation = atom(null, async (get, set) => {
	const { id } = get(knownAtom);
	await callAsVisitor(get, set, widgetRoutes.endConversation, {}, { timeout: SEND_TIMEOUT });
	set(knownAtom, (known) => (known.id === id ? { ...known, status: 'resolved' } : known));
});

/** Leaves this conversation behind: the next message starts another one. */
export const leaveConversation = atom(null, (get, set) => {
	const { id } = get(knownAtom);
	if (id === undefined) return;
	set(leftUpToAtom, () => id);
	set(knownAtom, () => ({}));
	set(tellHost, { event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: true } });
});

export const receiveStatus = atom(null, (get, set, { id, status }: PushConversation) => {
	if (get(knownAtom).id === id) set(knownAtom, (known) => ({ ...known, status }));
});

/** Another window of the visitor's has shown everything up to this message. */
export const learnSeen = atom(null, (_get, set, { id, created_at }: Pick<Message, 'id' | 'created_at'>) => {
	const seen: Seen = { contact_last_seen_at: created_at, contact_last_seen_message_id: id };
	set(knownAtom, (known) => ({ ...known, ...latestSeen(known, seen) }));
});

/** Marks everything up to this message as read, here at once and on the server as soon as it hears of it. */
export const markSeen = atom(null, async (get, set, message: Pick<Message, 'id' | 'created_at'>) => {
	set(learnSeen, message);
	try {
		const body = { contact_last_seen_at: message.created_at, last_seen_message_id: message.id };
		await callAsVisitor(get, set, widgetRoutes.updateLastSeen, { body }, { timeout: SEND_TIMEOUT });
	} catch (error) {
		// Nothing is shown for it: the next message seen marks this one too.
		console.debug('live-chat-widget: the server was not told what has been read', error);
	}
});

type Seen = Pick<Known, 'contact_last_seen_at' | 'contact_last_seen_message_id'>;

/** A server that was asked before it heard of the reading must not make read messages unread again. */
function latestSeen(one: Seen, other: Seen): Seen {
	const [id, otherId] = [one.contact_last_seen_message_id, other.contact_last_seen_message_id];
	const difference =
		id !== undefined && otherId !== undefined
			? id - otherId
			: (one.contact_last_seen_at ?? 0) - (other.contact_last_seen_at ?? 0);
	// At one time, the one that tells the message tells more.
	const { contact_last_seen_at, contact_last_seen_message_id } =
		difference > 0 || (difference === 0 && id !== undefined) ? one : other;
	return { contact_last_seen_at, contact_last_seen_message_id };
}
