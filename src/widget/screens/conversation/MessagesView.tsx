import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import type { KeyboardEvent, ReactNode } from 'react';
import { loadChunk } from '#client/chunk.ts';
import { Bubble } from '#ui/Bubble.tsx';
import { createLazy } from '#ui/createLazy.tsx';
import { Loading } from '#ui/Loading.tsx';
import type { Loaded } from '#ui/useLoaded.ts';
import { hasSelectedFilesAtom } from '../../features/attachments/selectedFiles.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { canWriteAtom, leftConversationAtom } from '../../features/conversation/conversation.ts';
import { hasLeftMessageAtom, isLeavingMessageAtom } from '../../features/leaving/leaving.ts';
import { loadWithTexts } from '../../features/language/loadWithTexts.ts';
import { endReply, replyToAtom } from '../../features/replies/replies.ts';
import { awayNoticeAtom } from './awayNoticeAtom.ts';
import { Composer } from './Composer.tsx';
import { draftAtom } from '../../features/messages/draft.ts';
import { isWaitingAtom, shownMessagesAtom, arrivedMessageAtom } from '../../features/messages/messages.ts';
import styles from './MessagesView.module.css';
import { isFromVisitor } from '#protocol/entities/entities.ts';

const LazyAwayComposer = createLazy(async () => (await loadWithTexts(() => import('./AwayComposer.tsx'))).AwayComposer);

/** The messages and the code that draws them load while the visitor can type already. */
const LazyHistory = createLazy(async () => (await loadChunk(() => import('./History.tsx'))).History, WaitingList);

/**
 * Whether to load the list of messages: not before the visitor begins to write the first one,
 * unless the list has to say that the team is away.
 */
const isHistoryNeededAtom = atom(
	(get) =>
		get(isWaitingAtom) ||
		get(shownMessagesAtom).length > 0 ||
		get(draftAtom) !== '' ||
		get(hasSelectedFilesAtom) ||
		get(awayNoticeAtom) !== '',
);

/** Route `/messages`: the conversation, the notice and actions at its end, and the composer. */
export function MessagesView({ children }: { children: ReactNode }) {
	const canWrite = useAtomValue(canWriteAtom);
	const left = useAtomValue(leftConversationAtom);
	const isLeaving = useAtomValue(isLeavingMessageAtom);
	const hasLeft = useAtomValue(hasLeftMessageAtom);
	const isHistoryNeeded = useAtomValue(isHistoryNeededAtom);
	const isReplying = useAtomValue(replyToAtom) !== undefined;
	const end = useSetAtom(endReply);

	/** Escape first cancels a reply that was begun; pressed again it closes the chat. */
	function handleKey(event: KeyboardEvent) {
		if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || !isReplying) return;
		event.stopPropagation();
		end();
	}

	return (
		// It takes the focus when a "Try again" button disappears.
		<main className={styles.view} tabIndex={-1} onKeyDown={handleKey}>
			{isHistoryNeeded ? <LazyHistory /> : !isLeaving && <Greeting />}
			<LiveAnnouncer />
			{children}
			{canWrite && (isLeaving || hasLeft) && <LazyAwayComposer />}
			{/* The key gives a new conversation a new composer, which takes the focus. */}
			{canWrite && !isLeaving && <Composer key={left} />}
		</main>
	);
}

/** Stands where nothing has been written yet: what the website says to its visitors. */
function Greeting() {
	const { welcomeTitle, welcomeTagline } = useAtomValue(channelAtom);
	return (
		<div className={styles.loading}>
			<p className={styles.greeting} dir="auto">
				{welcomeTagline || welcomeTitle}
			</p>
		</div>
	);
}

/** So many of the visitor's messages show before the list has loaded. */
const SHOWN_MAX = 9;

/** What the visitor has written shows at once. */
function WaitingList(progress: Pick<Loaded<object>, 'hasFailed' | 'retry'>) {
	const own = useAtomValue(shownMessagesAtom).filter(({ isFromVisitor, content }) => isFromVisitor && content);
	return (
		<div className={styles.loading}>
			<Loading {...progress} />
			<div className={styles.written}>
				{own.slice(-SHOWN_MAX).map(({ key, content, state }) => (
					<Bubble key={key} isOwn>
						<p dir="auto" data-state={state}>
							{content}
						</p>
					</Bubble>
				))}
			</div>
		</div>
	);
}

const LazyAnnouncement = createLazy(
	async () => (await loadChunk(() => import('./Announcement.tsx'))).Announcement,
	() => null,
);

/**
 * A live region that announces new messages of the team, with their sender. What says them loads
 * with the first one.
 */
function LiveAnnouncer() {
	const message = useAtomValue(arrivedMessageAtom);
	return (
		<div aria-live="polite" data-visually-hidden>
			{message && !isFromVisitor(message) && <LazyAnnouncement key={message.id} message={message} />}
		</div>
	);
}
