import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import type { KeyboardEvent, ReactNode } from 'react';
import { loadChunk } from '#client/chunk.ts';
import { Loading } from '#ui/Loading.tsx';
import { useLoaded } from '#ui/useLoaded.ts';
import { hasPicksAtom } from '../../features/attachments/picks.ts';
import { canWriteAtom, leftConversationAtom } from '../../features/conversation/conversation.ts';
import { endReply, replyToAtom } from '../../features/replies/replies.ts';
import { Announcer } from './Announcer.tsx';
import { awayNoticeAtom } from './awayNoticeAtom.ts';
import { Composer } from './Composer.tsx';
import { draftAtom } from '../../features/messages/draft.ts';
import { isWaitingAtom, shownMessagesAtom } from '../../features/messages/messages.ts';
import styles from './MessagesView.module.css';

const loadList = () => loadChunk(() => import('./MessageList.tsx'));

/** Before the first message there is nothing to read, unless the team is away and says so. */
const isHistoryNeededAtom = atom(
	(get) =>
		get(isWaitingAtom) ||
		get(shownMessagesAtom).length > 0 ||
		get(draftAtom) !== '' ||
		get(hasPicksAtom) ||
		get(awayNoticeAtom) !== '',
);

/** Route `/messages`: the conversation, what there is to say about its end, and what the visitor adds to it. */
export function MessagesView({ children }: { children: ReactNode }) {
	const canWrite = useAtomValue(canWriteAtom);
	const left = useAtomValue(leftConversationAtom);
	const isHistoryNeeded = useAtomValue(isHistoryNeededAtom);
	const isReplying = useAtomValue(replyToAtom) !== undefined;
	const end = useSetAtom(endReply);

	/** Escape takes back an answer that was begun, before it closes the chat. */
	function handleKey(event: KeyboardEvent) {
		if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || !isReplying) return;
		event.stopPropagation();
		end();
	}

	return (
		// Has the focus when a "Try again" goes away.
		<main className={styles.view} tabIndex={-1} onKeyDown={handleKey}>
			{isHistoryNeeded ? <History /> : <div className={styles.loading} />}
			<Announcer />
			{children}
			{/* Whoever has asked for a new conversation is to write: the composer, made anew, takes the focus. */}
			{canWrite && <Composer key={left} />}
		</main>
	);
}

/** The messages and all that draws them, downloaded while the visitor can type already. */
function History() {
	const { value: module, ...rest } = useLoaded(loadList);
	if (module) return <module.MessageList />;
	return (
		<div className={styles.loading}>
			<Loading {...rest} />
		</div>
	);
}
