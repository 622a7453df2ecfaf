/** The visitor's earlier conversations. Servers without such a list (Chatwoot) have none. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { ListedConversation } from '#protocol/entities.ts';
import { HISTORY_PER_PAGE, READ_TIMEOUT } from '#protocol/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { conversationIdAtom } from '../conversation/conversation.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom, callChannel, during, visitSignalAtom } from '../session/session.ts';

interface Known {
	/** All of the visitor's, newest first. */
	conversations: readonly ListedConversation[];
	/** The server has older ones than these. */
	hasMore: boolean;
	isLoading: boolean;
}

const knownAtom = atomPerVisit<Known>({ conversations: [], hasMore: false, isLoading: false });

/** Newest first; the present one is not among them, nor is one in which there is nothing to read. */
export const earlierConversationsAtom = atom((get) => {
	const current = get(conversationIdAtom);
	return get(knownAtom).conversations.filter(({ id, last_message }) => id !== current && last_message !== null);
});

export const hasMoreConversationsAtom = atom((get) => get(knownAtom).hasMore);

export const isReadingConversationsAtom = atom((get) => get(knownAtom).isLoading);

/** The newest as they are being read, or were last; never rejects. */
const readingAtom = atom({ done: Promise.resolve() });

/** Reads the newest. A visitor without a session has no conversations, and looking starts no session. */
export const loadConversations = atom(null, async (get, set) => {
	if (get(authTokenAtom) === undefined || get(isReadingConversationsAtom)) return;
	const done = loadPage(get, set, undefined);
	set(readingAtom, { done });
	await done;
});

/** Reads those before the oldest known one, once the newest have been read again. */
export const loadMoreConversations = atom(null, async (get, set) => {
	await get(readingAtom).done;
	await loadPage(get, set, get(knownAtom).conversations.at(-1)?.id);
});

/** One page at a time. Never rejects: where there is no list, nothing shows. */
async function loadPage(get: Getter, set: Setter, before: number | undefined) {
	if (get(knownAtom).isLoading) return;
	const change = (news: (known: Known) => Partial<Known>) => set(knownAtom, (known) => ({ ...known, ...news(known) }));
	change(() => ({ isLoading: true }));
	try {
		// Not as a call of the visitor's: a server that has no such route must not be taken for one that forgot the visitor.
		const input = { query: { before } };
		const answer = callChannel(get, widgetRoutes.listConversations, input, { timeout: READ_TIMEOUT });
		const { payload } = await during(get(visitSignalAtom), answer);
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
