/** The visitor's conversation: the newest one (docs/wire.md, Conversations). */
import { type Atom, atom } from 'jotai/vanilla';
import type { Message, PushConversation } from '#protocol/entities/entities.ts';
import { READ_TIMEOUT, SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { RouteResponse } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { claim } from '#client/lock.ts';
import { channelAtom } from '../channel/channel.ts';
import { hostAtom, postToHost } from '../host/host.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor } from '../session/session.ts';

/** The conversation's record, or the part of it that is known. */
type Known = RouteResponse<typeof widgetRoutes.showConversation>;

const knownAtom = atomPerVisit<Known>({});
/** Conversations up to this display id have been left: the visitor asked for a new one. */
const leftUpToAtom = atomPerVisit(0);

export const conversationAtom: Atom<Known> = knownAtom;

/** Display id of the conversation; undefined while there is none, or it is not known. */
export const conversationIdAtom = atom((get) => get(knownAtom).id);

/** Undefined while there is no conversation, or its status is not known. */
export const conversationStatusAtom = atom((get) => get(knownAtom).status);

/**
 * Whether the visitor has seen a message: by its id, or by its time where the server tells nothing
 * else.
 */
export const isSeenAtom = atom((get) => {
	const { contact_last_seen_at = 0, contact_last_seen_message_id: seenId } = get(knownAtom);
	return ({ id, created_at }: Pick<Message, 'id' | 'created_at'>) =>
		seenId === undefined ? created_at <= contact_last_seen_at : id <= seenId;
});

/** Whether the team or the visitor has ended it. */
export const hasEndedAtom = atom((get) => get(knownAtom).status === 'resolved');

/** Display id of the conversation that the visitor left last, or 0. */
export const leftConversationAtom: Atom<number> = leftUpToAtom;

/** Whether the visitor's next message starts a new conversation although there is an old one. */
export const isStartingNewAtom = atom((get) => get(leftUpToAtom) > 0 && get(conversationIdAtom) === undefined);

/** Answers whether the visitor has left the conversation of a display id. */
export const isLeftAtom = atom((get) => (id: number) => id <= get(leftUpToAtom));

/**
 * Answers whether a display id is that of another conversation: one that the visitor has left, or
 * not the known one.
 */
export const isOtherAtom = atom((get) => {
	const { id: known } = get(knownAtom);
	return (id: number) => get(isLeftAtom)(id) || (known !== undefined && known !== id);
});

/**
 * Whether the visitor can write: a channel may close ended conversations for good
 * (`allowMessagesAfterResolved`).
 */
export const canWriteAtom = atom((get) => !get(hasEndedAtom) || get(channelAtom).allowMessagesAfterResolved);

/** Whether the visitor may end it: it has not ended yet, and the channel allows it. */
export const canEndAtom = atom((get) => {
	const { status } = get(knownAtom);
	return status !== undefined && status !== 'resolved' && get(channelAtom).enabledFeatures.includes('end_conversation');
});

/** Reads the conversation from the server. Rejects with a RequestError. */
export const loadConversation = atom(null, async (get, set) => {
	const before = get(knownAtom);
	const answer = await callAsVisitor(get, set, widgetRoutes.showConversation, {}, { timeout: READ_TIMEOUT });
	set(receiveConversation, answer, before);
});

/**
 * Takes in the conversation as the server has answered it, unless the visitor has gone to another
 * one since the request. A status that has changed since then is newer than the answer's.
 *
 * @param before what was known when it was requested
 */
export const receiveConversation = atom(null, (get, set, answer: Known, before: Known) => {
	if (answer.id === undefined || get(isLeftAtom)(answer.id)) return;
	set(knownAtom, (known) => {
		if (known.id !== answer.id) return known.id === before.id ? answer : known;
		const { status } = known.status === before.status ? answer : known;
		return { ...answer, ...latestSeen(known, answer), status };
	});
});

/** The server has put a message of the visitor's into this conversation. */
export const enterConversation = atom(null, (get, set, id: number) => {
	if (get(knownAtom).id !== id && !get(isLeftAtom)(id)) set(knownAtom, () => ({ id }));
});

/**
 * The server has answered which conversation the new one is: the one that was left, where the team
 * has opened it again since, and the website has one at a time.
 */
export const enterStarted = atom(null, (get, set, id: number) => {
	if (get(isLeftAtom)(id)) set(changeConversation, { id }, 0);
	else set(enterConversation, id);
});

/** Ends the conversation on the server, then here. Rejects with a RequestError. */
export const endConversation = atom(null, async (get, set) => {
	const { id } = get(knownAtom);
	await callAsVisitor(get, set, widgetRoutes.endConversation, {}, { timeout: SEND_TIMEOUT });
	void set(receiveStatus, { id, status: 'resolved' });
});

/** Shows another conversation; with none, the next message starts one. */
export const changeConversation = atom(null, (_get, set, known: Known, leftUpTo: number) => {
	set(leftUpToAtom, () => leftUpTo);
	set(knownAtom, () => known);
});

/** Leaves this conversation: the next message starts another one. */
export const leaveConversation = atom(null, (get, set) => {
	const { id } = get(knownAtom);
	if (id === undefined) return;
	set(changeConversation, {}, id);
	set(postToHost, { event: 'onEvent', eventIdentifier: 'start-conversation', data: { hasConversation: true } });
});

/** Takes in a status that has just changed. That the conversation has ended is told by one tab. */
export const receiveStatus = atom(null, async (get, set, { id, status }: Changed) => {
	if (get(knownAtom).id !== id) return;
	const isNews = status === 'resolved' && !get(hasEndedAtom) && get(hostAtom).isPresent;
	set(knownAtom, (known) => ({ ...known, status }));
	if (isNews && (await claim(`ended:${id}`, true))) set(postToHost, { event: 'happened', name: 'conversation-ended' });
});

type Changed = Pick<PushConversation, 'status'> & { id: number | undefined };

/** Another window of the visitor's has shown every message up to this one. */
export const recordSeen = atom(null, (_get, set, { id, created_at }: Pick<Message, 'id' | 'created_at'>) => {
	const seen: Seen = { contact_last_seen_at: created_at, contact_last_seen_message_id: id };
	set(knownAtom, (known) => ({ ...known, ...latestSeen(known, seen) }));
});

/** Marks every message up to this one as read, here at once and then on the server. */
export const markSeen = atom(null, async (get, set, message: Pick<Message, 'id' | 'created_at'>) => {
	set(recordSeen, message);
	try {
		const body = { contact_last_seen_at: message.created_at, last_seen_message_id: message.id };
		await callAsVisitor(get, set, widgetRoutes.updateLastSeen, { body }, { timeout: SEND_TIMEOUT });
	} catch (error) {
		// The visitor sees no error: the next message that is seen marks this one too.
		console.debug(error);
	}
});

type Seen = Pick<Known, 'contact_last_seen_at' | 'contact_last_seen_message_id'>;

/**
 * The later of two: a response that was on its way before the server knew of the reading must not
 * make messages unread again.
 */
function latestSeen(one: Seen, other: Seen): Seen {
	const [id, otherId] = [one.contact_last_seen_message_id, other.contact_last_seen_message_id];
	const difference =
		id !== undefined && otherId !== undefined
			? id - otherId
			: (one.contact_last_seen_at ?? 0) - (other.contact_last_seen_at ?? 0);
	// With equal times, the one with a message id is more precise.
	const { contact_last_seen_at, contact_last_seen_message_id } =
		difference > 0 || (difference === 0 && id !== undefined) ? one : other;
	return { contact_last_seen_at, contact_last_seen_message_id };
}
