/** The thread. Older pages load above as the agent scrolls up; new messages and typing indicators are below. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useLayoutEffect, useRef } from 'react';
import { typistsOfAtom } from '#models/typists.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { isNearReversedStart } from '../common/scrolling.ts';
import { TextButton } from '../common/TextButton.tsx';
import { formatDay } from '../common/time.ts';
import { MessageItem } from './MessageItem.tsx';
import { OutgoingItem } from './OutgoingItem.tsx';
import { waitingMessagesAtom } from './outgoing.ts';
import { knownThreadsAtom, loadOlderMessages, readingOfAtom } from './thread.ts';
import { arrangeTimeline, receiptsOf } from './timeline.ts';
import { useMessageText } from '../conversations/useMessageText.ts';
import styles from './MessageList.module.css';

export function MessageList({ conversation }: { conversation: Conversation }) {
	const { id, visitorLastSeenId } = conversation;
	const { t, i18n } = useLingui();
	const thread = useAtomValue(knownThreadsAtom).get(id);
	const waiting = useAtomValue(waitingMessagesAtom).filter(({ conversationId }) => conversationId === id);
	const scroller = useScrollToOwn(waiting.at(-1)?.echoId);
	const textOf = useMessageText();
	const { messages = [], shown = [] } = thread ?? {};
	const reading = useAtomValue(readingOfAtom)(id);
	const loadOlder = useSetAtom(loadOlderMessages);
	const receipts = receiptsOf(messages, visitorLastSeenId);
	return (
		<div
			ref={scroller}
			className={styles.scroller}
			role="log"
			aria-label={t`Messages`}
			aria-busy={reading === 'loading'}
			tabIndex={0}
			onScroll={(event) => {
				if (isNearReversedStart(event.currentTarget) && reading === 'idle') void loadOlder(id);
			}}
		>
			<div className={styles.content}>
				{thread && <OlderMessages id={id} hasOlder={thread.hasOlder} />}
				<ol className={styles.messages}>
					{arrangeTimeline(shown).map((item) => {
						if (item.kind === 'day') {
							return (
								<li key={item.key} className={styles.day}>
									{formatDay(item.at, i18n.locale)}
								</li>
							);
						}
						if (item.kind === 'activity') {
							return (
								<li key={item.key} className={styles.activity}>
									{textOf(item.message)}
								</li>
							);
						}
						return (
							<MessageItem
								key={item.key}
								message={item.message}
								replyTo={item.replyTo}
								isFirst={item.isFirst}
								receipt={receipts.get(item.message.id)}
							/>
						);
					})}
					{waiting.map((message) => (
						<OutgoingItem key={message.echoId} message={message} />
					))}
				</ol>
				<TypingNote id={id} />
			</div>
		</div>
	);
}

function OlderMessages({ id, hasOlder }: { id: number; hasOlder: boolean }) {
	const reading = useAtomValue(readingOfAtom)(id);
	const loadOlder = useSetAtom(loadOlderMessages);
	if (reading === 'failed') {
		return (
			<p className={styles.older} role="alert">
				<Trans>The messages could not be loaded.</Trans>{' '}
				<TextButton onPress={() => void loadOlder(id)}>
					<Trans>Try again</Trans>
				</TextButton>
			</p>
		);
	}
	if (reading === 'loading') {
		return (
			<p className={styles.older}>
				<Trans>Loading…</Trans>
			</p>
		);
	}
	if (!hasOlder) return null;
	return (
		<p className={styles.older}>
			<TextButton onPress={() => void loadOlder(id)}>
				<Trans>Show older messages</Trans>
			</TextButton>
		</p>
	);
}

function TypingNote({ id }: { id: number }) {
	const names = useAtomValue(typistsOfAtom)(id).map(({ name }) => name);
	if (names.length === 0) return null;
	const name = names.join(', ');
	return (
		<p className={styles.typing}>
			<span className={styles.dots} aria-hidden="true">
				<i />
				<i />
				<i />
			</span>
			<Trans>{name} is typing</Trans>
		</p>
	);
}

/**
 * Scrolls to this agent's own new message from any position. Otherwise the browser itself keeps the position, since the box's
 * scroll begins at its end (column-reverse): at the end, and where older pages are added above.
 */
function useScrollToOwn(echoId: string | undefined) {
	const scroller = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		if (echoId !== undefined) scroller.current?.scrollTo({ top: 0 });
	}, [echoId]);
	return scroller;
}
