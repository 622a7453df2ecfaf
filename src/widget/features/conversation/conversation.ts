/** The visitor's conversation: the newest one (wire-contract 1.0, "which conversation"). */
import { atom } from 'jotai/vanilla';
import type { PushConversation } from '#protocol/entities.ts';
import type { RouteResponse } from '#protocol/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { callAsVisitor, visitAtom } from '../session/session.ts';

/** All of it, some of it, or nothing yet. */
type Known = RouteResponse<typeof widgetRoutes.showConversation>;

const knownAtom = atomPerVisit<Known>({});

/** Display id of the conversation; undefined while there is none, or none is known. */
export const conversationIdAtom = atom((get) => get(knownAtom).id);

/** Seconds since the epoch up to which the visitor has read; 0 for nothing yet. */
export const lastSeenAtom = atom((get) => get(knownAtom).contact_last_seen_at ?? 0);

/** Reads the conversation from the server. Rejects with a RequestError. */
export const loadConversation = atom(null, async (get, set) => {
	const visit = get(visitAtom);
	const answer = await callAsVisitor(get, set, widgetRoutes.showConversation, {});
	if (answer.id === undefined) return;
	set(knownAtom, (known) => (known.id === answer.id ? { ...answer, ...latestSeen(known, answer) } : answer), visit);
});

/** Takes the conversation that the server put a message of the visitor's into. */
export const enterConversation = atom(null, (get, set, id: number) => {
	if (get(knownAtom).id !== id) set(knownAtom, () => ({ id }));
});

export const receiveStatus = atom(null, (get, set, { id, status }: PushConversation) => {
	if (get(knownAtom).id === id) set(knownAtom, (known) => ({ ...known, status }));
});

/** Marks everything up to `createdAt` (seconds) as read, here at once and on the server as soon as it hears of it. */
export const markSeen = atom(null, async (get, set, createdAt: number) => {
	set(knownAtom, (known) => ({ ...known, ...latestSeen(known, { contact_last_seen_at: createdAt }) }));
	try {
		await callAsVisitor(get, set, widgetRoutes.updateLastSeen, { body: { contact_last_seen_at: createdAt } });
	} catch (error) {
		// The specification swallows it (section 8): the next message seen marks this one too.
		console.debug('live-chat-widget: the server was not told what has been read', error);
	}
});

/** A server that was asked before it heard of the reading must not make read messages unread again. */
function latestSeen(one: Known, other: Known) {
	return { contact_last_seen_at: Math.max(one.contact_last_seen_at ?? 0, other.contact_last_seen_at ?? 0) };
}
