/**
 * The list of conversations: which of the known ones the chosen view shows, and how much of it has
 * been loaded.
 */
import { atom, type Getter } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { FilterBody } from '#protocol/application/filters/conditions.ts';
import { isAborted } from '#client/rest.ts';
import { selectedIdAtom } from '../common/route.ts';
import { account, call } from '../session/api.ts';
import { agentAtom } from '../session/session.ts';
import { viewAtom, writeView } from './chosenView.ts';
import { fromAnswer, type Conversation } from './conversation.ts';
import {
	dropConversations,
	forgetUnchanged,
	isRefused,
	mergeConversations,
	knownConversationsAtom,
	readUnlessGone,
} from './conversations.ts';
import { keepCounts, recount } from './counts.ts';
import { compareBySort, filterOf, isInView, keyOfView, sortConversations, type View } from './view.ts';

/** How much of one view's list has been loaded. */
export interface ListProgress {
	state: 'idle' | 'loading' | 'failed';
	/** Where its next page begins: null after the last one, undefined before the first. */
	next: string | null | undefined;
	/** The last conversation of the pages that were loaded, as it was then. */
	end: Conversation | undefined;
	/** Of a saved view: what the server has answered of it, and how many it has. */
	ids?: ReadonlySet<number> | undefined;
	count?: number;
}

const NOTHING_READ: ListProgress = { state: 'idle', next: undefined, end: undefined };

/** View's key → its progress. */
const progressAtom = atom<ReadonlyMap<string, ListProgress>>(new Map());

export const listProgressAtom = atom((get) => get(progressAtom).get(keyOfView(get(viewAtom))) ?? NOTHING_READ);

/**
 * The conversations that the list shows, in the view's order. What lies behind the loaded pages is
 * left out, even where it is known, since others that stand before it are not loaded yet.
 */
export const listedConversationsAtom = atom((get) => {
	const view = get(viewAtom);
	const { next, end, ids } = get(listProgressAtom);
	const agentId = get(agentAtom)?.id;
	const isLoaded = (conversation: Conversation) =>
		!end || next === null || compareBySort(view.sort, conversation, end) <= 0;
	const listed = [...get(knownConversationsAtom).values()].filter(
		(conversation) => (ids?.has(conversation.id) ?? isInView(view, conversation, agentId)) && isLoaded(conversation),
	);
	return sortConversations(view.sort, listed);
});

/**
 * Shows another list. What is not named stays as it is; of a saved view, that is the order alone.
 */
export const chooseView = atom(null, (get, set, change: Partial<View>) => {
	set(writeView, { ...get(viewAtom), ...(!change.sort && { filterId: undefined }), ...change });
	if (get(listProgressAtom).next === undefined) void set(loadMoreConversations);
	else void set(recount);
});

/**
 * Shows the conversations of all websites, or teams, where the chosen one was deleted, or is no
 * longer the agent's. Call it whenever these have been loaded: the choice is older, since it is
 * kept on the device.
 */
export const dropMissing = atom(
	null,
	(get, set, kind: 'inboxId' | 'teamId', known: readonly { readonly id: number }[]) => {
		const chosen = get(viewAtom)[kind];
		if (chosen !== undefined && !known.some(({ id }) => id === chosen)) set(chooseView, { [kind]: undefined });
	},
);

/** Loads the next page of the list that is shown. */
export const loadMoreConversations = atom(null, async (get, set) => {
	const view = get(viewAtom);
	const { state, next, end, ids } = get(listProgressAtom);
	if (state === 'loading' || next === null) return;
	const loading: ListProgress = { state: 'loading', next, end, ids };
	set(report, view, loading);
	// False once the list was loaded again from its beginning.
	const isCurrent = () => get(progressAtom).get(keyOfView(view)) === loading;
	const asOf = get(knownConversationsAtom);
	try {
		const page = await readPage(get, view, next);
		set(mergeConversations, page.conversations, asOf);
		set(keepCounts, view, page.counts);
		if (isCurrent()) set(report, view, continueProgress(loading, page.progress));
	} catch (error) {
		if (isAborted(error)) return;
		// The list shows the failure, and a button to try again.
		if (isCurrent()) set(report, view, { ...loading, state: 'failed' });
	}
});

/** What has been loaded with one more page. */
export function continueProgress({ end, ids }: ListProgress, page: ListProgress): ListProgress {
	return { ...page, end: page.end ?? end, ids: page.ids && new Set([...(ids ?? []), ...page.ids]) };
}

type ListPage = Awaited<ReturnType<typeof readPage>>;

/** Rejects with a RequestError. */
export async function readPage(get: Getter, view: View, cursor: string | undefined) {
	const params = account(get);
	const start = { sort_by: view.sort, ...(cursor === undefined ? {} : { cursor }) };
	const { filterId: id } = view;
	const list =
		id === undefined
			? (await call(get, applicationRoutes.listConversations, { params, query: { ...filterOf(view), ...start } })).data
			: undefined;
	const { payload, next_cursor, meta } =
		list ??
		(await call(get, applicationRoutes.filterConversations, {
			params,
			query: start,
			// What it asks may have been changed since, and is for the server to judge.
			body: (await call(get, applicationRoutes.showCustomFilter, { params: { ...params, id: id ?? 0 } }))
				.query as FilterBody,
		}));
	const conversations = payload.map(fromAnswer);
	const progress: ListProgress = {
		state: 'idle',
		next: next_cursor,
		end: conversations.at(-1),
		ids: list ? undefined : new Set(conversations.map((conversation) => conversation.id)),
		count: meta.all_count,
	};
	return { conversations, counts: list?.meta, progress };
}

/**
 * Loads what changed within the last `seconds`, which the socket may have missed. A list that
 * failed is loaded again.
 */
export const catchUpConversations = atom(null, async (get, set, seconds: number) => {
	if (get(listProgressAtom).state === 'failed') void set(loadMoreConversations);
	const asOf = get(knownConversationsAtom);
	const view = get(viewAtom);
	try {
		const { data } = await call(get, applicationRoutes.listConversations, {
			params: account(get),
			query: { status: 'all', updated_within: seconds },
		});
		set(mergeConversations, data.payload.map(fromAnswer), asOf);
		const page = await readPage(get, view, undefined);
		set(mergeConversations, page.conversations, asOf);
		set(keepCounts, view, page.counts);
		set(dropDeleted, asOf, view, page);
	} catch (error) {
		if (!isRefused(error, 422)) throw error;
		// More has changed than the server answers at once.
		await set(reloadConversations);
	}
});

/**
 * Forgets what the first page of a list would have if the server had it still, unless it has
 * changed since `asOf` was known.
 */
const dropDeleted = atom(
	null,
	(
		get,
		set,
		asOf: ReadonlyMap<number, Conversation>,
		view: View,
		{ conversations, progress: { next, end } }: ListPage,
	) => {
		const listed = new Set(conversations.map(({ id }) => id));
		const agentId = get(agentAtom)?.id;
		const isMissing = (known: Conversation) =>
			isInView(view, known, agentId) &&
			!listed.has(known.id) &&
			(next === null || (end !== undefined && compareBySort(view.sort, known, end) < 0));
		const unchanged = [...asOf.values()].filter((known) => get(knownConversationsAtom).get(known.id) === known);
		set(
			dropConversations,
			unchanged.filter(isMissing).map(({ id }) => id),
		);
	},
);

/**
 * Forgets all conversations, and loads what is shown: the first page of the list, and the
 * conversation beside it. Rejects with a RequestError.
 */
export const reloadConversations = atom(null, async (get, set) => {
	const known = get(knownConversationsAtom);
	const view = get(viewAtom);
	const selectedId = get(selectedIdAtom);
	const [page, selected] = await Promise.all([
		readPage(get, view, undefined),
		selectedId !== undefined && known.has(selectedId) ? readUnlessGone(get, selectedId) : undefined,
	]);
	// What the socket has brought since is up to date.
	set(forgetUnchanged, known);
	set(mergeConversations, selected ? [...page.conversations, selected] : page.conversations, known);
	set(keepCounts, view, page.counts);
	set(progressAtom, new Map([[keyOfView(view), page.progress]]));
	// The agent has chosen another view since.
	if (get(listProgressAtom).next === undefined) void set(loadMoreConversations);
});

export const report = atom(null, (_get, set, view: View, progress: ListProgress) =>
	set(progressAtom, (known) => new Map(known).set(keyOfView(view), progress)),
);
