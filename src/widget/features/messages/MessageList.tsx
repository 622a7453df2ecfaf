import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useMemo } from 'react';
import { Spinner } from '../../ui/Spinner.tsx';
import { DayLabel } from './DayLabel.tsx';
import { MessageItem } from './MessageItem.tsx';
import styles from './MessageList.module.css';
import { hasOlderAtom, isWaitingAtom, loadOlderMessages, shownMessagesAtom } from './messages.ts';
import { layOut } from './timeline.ts';
import { TypingBubble } from './TypingBubble.tsx';
import { useFollowEnd } from './useFollowEnd.ts';

/** An older page is read when the reader is this close to the beginning, in CSS pixels. */
const OLDER_THRESHOLD = 100;

/** The conversation. A log that stays silent: history is not read aloud, what is new is announced beside it. */
export function MessageList() {
	const { t } = useLingui();
	const messages = useAtomValue(shownMessagesAtom);
	const isWaiting = useAtomValue(isWaitingAtom);
	const hasOlder = useAtomValue(hasOlderAtom);
	const loadOlder = useSetAtom(loadOlderMessages);
	const rows = useMemo(() => layOut(messages), [messages]);
	const list = useFollowEnd(messages[0]?.key);

	function readOlder() {
		if (!hasOlder || (list.current?.scrollTop ?? 0) > OLDER_THRESHOLD) return;
		loadOlder().catch((error: unknown) => console.debug('live-chat-widget: older messages could not be read', error));
	}

	return (
		<div
			ref={list}
			className={styles['list']}
			role="log"
			aria-live="off"
			aria-label={t`Conversation`}
			tabIndex={0}
			onScroll={readOlder}
		>
			<div className={styles['content']}>
				{isWaiting && messages.length === 0 && <Spinner />}
				{rows.map(({ message, startsDay, isFirstOfRun, isLastOfRun }) => (
					<div key={message.key}>
						{startsDay !== undefined && <DayLabel seconds={startsDay} />}
						<MessageItem message={message} isFirstOfRun={isFirstOfRun} isLastOfRun={isLastOfRun} />
					</div>
				))}
				<TypingBubble />
			</div>
		</div>
	);
}
