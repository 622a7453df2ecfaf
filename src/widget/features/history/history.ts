/**
 * The visitor's earlier conversations. Chatwoot's servers have no such list, so none are shown
 * there.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { ListedConversation } from '#protocol/entities/entities.ts';
import { HISTORY_PER_PAGE, READ_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { conversationIdAtom } from '../conversation/conversation.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom, callChannel, abortable, visitSignalAtom } from '../session/session.ts';

interface Known {
	/** All known conversations, newest first. */
	conversations: readonly ListedConversation[];
	/** Whether the server has older ones. */
	hasMore: boolean;
	isLoading: boolean;
}

const knownAtom = atomPerVisit<Known>({ conversations: [], hasMore: false, isLoading: false });

/**
 * The earlier conversations, newest first: without the current one, and without those that have no
 * message to read.
 */
export const earlierConversationsAtom = atom((get) => {
	const current = get(conversationIdAtom);
	return get(knownAtom).conversations.filter(({ id, last_message }) => id !== current && last_message !== null);
});

export const hasMoreConversationsAtom = atom((get) => get(knownAtom).hasMore);

export const isReadingConversationsAtom = atom((get) => get(knownAtom).isLoading);

/** The latest reading of the newest conversations; its promise never rejects. */
const readingAtom = atom({ done: Promise.resolve() });

/**
 * Loads the newest conversations. A visitor without a session has none, and the list does not start
 * a session.
 */
export const loadConversations = atom(null, async (get, set) => {
	if (get(authTokenAtom) === undefined || get(isReadingConversationsAtom)) return;
	const done = loadPage(get, set, undefined);
	set(readingAtom, { done });
	await done;
});

/** Loads the conversations before the oldest known one, after the newest have been loaded again. */
export const loadMoreConversations = atom(null, async (get, set) => {
	await get(readingAtom).done;
	await loadPage(get, set, get(knownAtom).conversations.at(-1)?.id);
});

/** Loads one page at a time. Never rejects: where the server has no such list, none is shown. */
async function loadPage(get: Getter, set: Setter, before: number | undefined) {
	if (get(knownAtom).isLoading) return;
	const change = (news: (known: Known) => Partial<Known>) => set(knownAtom, (known) => ({ ...known, ...news(known) }));
	change(() => ({ isLoading: true }));
	try {
		// Not by `callAsVisitor`: a server that lacks the route answers 404, which must not be
		// taken for a forgotten session.
		const input = { query: { before } };
		const answer = callChannel(get, widgetRoutes.listConversations, input, { timeout: READ_TIMEOUT });
		const { payload } = await abortable(get(visitSignalAtom), answer);
		change(({ conversations }) => ({
			conversations: before === undefined ? payload : [...conversations, ...payload],
			hasMore: payload.length >= HISTORY_PER_PAGE,
		}));
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: earlier conversations could not be read', error);
	}
	change(() => ({ isLoading: false }));
}
