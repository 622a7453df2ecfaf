import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import type { KeyboardEvent, ReactNode } from 'react';
import { loadChunk } from '../../transport/chunk.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useLoaded } from '../../ui/useLoaded.ts';
import { hasPicksAtom } from '../attachments/picks.ts';
import { canWriteAtom, leftConversationAtom } from '../conversation/conversation.ts';
import { endReply, replyToAtom } from '../replies/replies.ts';
import { Announcer } from './Announcer.tsx';
import { awayNoticeAtom } from './awayNotice.ts';
import { Composer } from './Composer.tsx';
import { draftAtom } from './draft.ts';
import { isWaitingAtom, shownMessagesAtom } from './messages.ts';
import styles from './MessagesView.module.css';

const loadList = () => loadChunk(() => import('./MessageList.tsx'));

/** Somebody who has yet to write the first word has nothing to read, unless the team is away and has said something. */
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
		<main className={styles['view']} onKeyDown={handleKey}>
			{isHistoryNeeded ? <History /> : <div className={styles['loading']} />}
			<Announcer />
			{children}
			{/* Whoever has asked for a new conversation is to write: the composer, made anew, takes the focus. */}
			{canWrite && <Composer key={left} />}
		</main>
	);
}

/** The messages and all that draws them, downloaded while the visitor can type already. */
function History() {
	const { t } = useLingui();
	const { value: module, hasFailed, retry } = useLoaded(loadList);
	if (module) return <module.MessageList />;
	return (
		<div className={styles['loading']}>
			{hasFailed ? <Button kind="quiet" onPress={retry}>{t`Try again`}</Button> : <Spinner />}
		</div>
	);
}
