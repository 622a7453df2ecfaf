// chunk: several
/**
 * The visitor's earlier conversations, and those that are open where the website allows several.
 * Chatwoot's servers have no such list, so none are shown there.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { ListedConversation } from '#protocol/entities/entities.ts';
import { HISTORY_PER_PAGE, READ_TIMEOUT } from '#protocol/base/limits.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { channelAtom } from '../channel/channel.ts';
import { conversationIdAtom } from '../conversation/conversation.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { authTokenAtom, callChannel, abortable, visitSignalAtom } from '../session/session.ts';

interface Known {
	/** All known conversations, newest first: of the pages, and older ones that are open. */
	conversations: readonly ListedConversation[];
	/** Display id before which the next page begins. */
	before?: number | undefined;
	/** Whether the server has older ones. */
	hasMore: boolean;
	isLoading: boolean;
	/** They have been read. */
	isRead: boolean;
}

const knownAtom = atomPerVisit<Known>({ conversations: [], hasMore: false, isLoading: false, isRead: false });

/** All that are known, newest first. */
export const listedConversationsAtom = atom((get) => get(knownAtom).conversations);

export const areConversationsReadAtom = atom((get) => get(knownAtom).isRead);

/** Those among which the visitor goes to and fro, where the website allows several. */
export const openConversationsAtom = atom((get) =>
	get(channelAtom).allowMultipleConversations
		? get(listedConversationsAtom).filter((listed) => canContinue(listed) && listed.status !== 'resolved')
		: [],
);

export function canContinue({ unread_count, last_message }: ListedConversation): boolean {
	return unread_count !== undefined && last_message !== null;
}

/**
 * The earlier conversations, newest first: without the current one, open ones, and those that have
 * no message to read.
 */
export const earlierConversationsAtom = atom((get) => {
	const current = get(conversationIdAtom);
	const open = get(openConversationsAtom);
	return get(listedConversationsAtom).filter(
		(listed) => listed.id !== current && listed.last_message !== null && !open.includes(listed),
	);
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

/** Loads them once more, since there is news. */
export const reloadConversations = atom(null, async (get, set) => {
	await get(readingAtom).done;
	await set(loadConversations);
});

/** Changes what is known of a listed conversation. */
export const changeListed = atom(null, (_get, set, id: number, change: Partial<ListedConversation>) =>
	set(knownAtom, (known) => ({
		...known,
		conversations: known.conversations.map((listed) => (listed.id === id ? { ...listed, ...change } : listed)),
	})),
);

/** Loads the conversations before the oldest known one, after the newest have been loaded again. */
export const loadMoreConversations = atom(null, async (get, set) => {
	await get(readingAtom).done;
	await loadPage(get, set, get(knownAtom).before);
});

/** Loads one page at a time. Never rejects: where the server has no such list, none is shown. */
async function loadPage(get: Getter, set: Setter, before: number | undefined) {
	if (get(knownAtom).isLoading) return;
	const change = (news: (known: Known) => Partial<Known>) => set(knownAtom, (known) => ({ ...known, ...news(known) }));
	change(() => ({ isLoading: true }));
	try {
		// Not by `callAsVisitor`: a server that lacks the route answers 404, which must not be
		// taken for a forgotten session.
		const visit = get(visitSignalAtom);
		const read = async (query: { before: number | undefined; open?: boolean }) =>
			(await abortable(visit, callChannel(get, widgetRoutes.listConversations, { query }, { timeout: READ_TIMEOUT })))
				.payload;
		const page = await read({ before });
		const hasMore = page.length >= HISTORY_PER_PAGE;
		const end = page.at(-1)?.id;
		// What is unread in them counts, however old they are.
		const isOpenWanted = before === undefined && hasMore && get(channelAtom).allowMultipleConversations;
		const older = isOpenWanted ? await read({ before: end, open: true }) : [];
		change(({ conversations }) => {
			const known = before === undefined ? older : conversations;
			const others = known.filter(({ id }) => !page.some((listed) => listed.id === id));
			return {
				conversations: [...others, ...page].toSorted((one, other) => other.id - one.id),
				before: end,
				hasMore,
				isRead: true,
			};
		});
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: earlier conversations could not be read', error);
	}
	change(() => ({ isLoading: false }));
}
