/**
 * The thread. Older pages load above as the agent scrolls up; new messages and typing indicators
 * are below.
 */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ShownMessage } from '#models/shownMessage.ts';
import { formatList } from '#protocol/base/formatList.ts';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { typistsOfAtom } from '#models/typists.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { isNearReversedStart } from '../../common/scrolling.ts';
import { TextButton } from '../../common/TextButton.tsx';
import { formatDay } from '../../common/time.ts';
import { drawFailure } from '../../common/WaitingNote.tsx';
import { MessageItem } from './MessageItem.tsx';
import { OutgoingItem } from './OutgoingItem.tsx';
import { waitingMessagesAtom } from '../model/outgoing.ts';
import { jumpTargetAtom } from '../model/quoted.ts';
import { knownThreadsAtom, loadOlderMessages, readingOfAtom } from '../model/thread.ts';
import { arrangeTimeline, receiptsOf, type TimelineItem } from '../model/timeline.ts';
import { useMessageText } from '../../conversations/useMessageText.ts';
import styles from './MessageList.module.css';

export function MessageList({ conversation }: { conversation: Conversation }) {
	const { id, visitorLastSeenId } = conversation;
	const { t, i18n } = useLingui();
	const thread = useAtomValue(knownThreadsAtom).get(id);
	const waiting = useAtomValue(waitingMessagesAtom).filter(({ conversationId }) => conversationId === id);
	const scroller = useScrollToOwn(waiting.at(-1)?.echoId);
	const { messages = [], shown } = thread ?? {};
	const reading = useAtomValue(readingOfAtom)(id);
	const loadOlder = useSetAtom(loadOlderMessages);
	const receipts = receiptsOf(messages, visitorLastSeenId);
	const { drawn, isCut, drawOlder } = useDrawn(useTimeline(shown));
	const showOlder = (): void => {
		drawOlder();
		if (!isCut) void loadOlder(id);
	};
	return (
		<div
			ref={scroller}
			className={styles.scroller}
			role="log"
			aria-label={t`Messages`}
			aria-busy={reading === 'loading'}
			tabIndex={0}
			onScroll={(event) => {
				if (isNearReversedStart(event.currentTarget) && reading === 'idle') showOlder();
			}}
		>
			<div className={styles.content}>
				{thread && <OlderMessages id={id} hasOlder={thread.hasOlder || isCut} onShow={showOlder} />}
				<ol className={styles.messages}>
					{drawn.map((item) => (
						<ErrorBoundary key={item.key} renderFallback={drawFailedItem}>
							{item.kind === 'day' && <li className={styles.day}>{formatDay(item.at, i18n.locale)}</li>}
							{item.kind === 'activity' && <ActivityItem messages={item.messages} />}
							{item.kind === 'message' && (
								<MessageItem
									message={item.message}
									replyTo={item.replyTo}
									isFirst={item.isFirst}
									receipt={receipts.get(item.message.id)}
								/>
							)}
						</ErrorBoundary>
					))}
					{waiting.map((message) => (
						<ErrorBoundary key={message.echoId} renderFallback={drawFailedItem}>
							<OutgoingItem message={message} />
						</ErrorBoundary>
					))}
				</ol>
				<TypingNote id={id} />
			</div>
		</div>
	);
}

const drawFailedItem = (retry: () => void) => <li>{drawFailure(retry)}</li>;

/** So many lines stand between two messages as they are. */
const UNFOLDED = 3;

/** The last line shows in any case: it says how things are now. */
function ActivityItem({ messages }: Pick<Extract<TimelineItem, { kind: 'activity' }>, 'messages'>) {
	const textOf = useMessageText();
	const lines = messages.map((message) => <p key={message.id}>{textOf(message)}</p>);
	const count = lines.length > UNFOLDED ? lines.length - 1 : 0;
	return (
		<li className={styles.activity}>
			{count > 0 && (
				<details>
					<summary>
						<Plural value={count} one="# earlier change" other="# earlier changes" />
					</summary>
					{lines.slice(0, count)}
				</details>
			)}
			{lines.slice(count)}
		</li>
	);
}

function useTimeline(shown: readonly ShownMessage[] | undefined): TimelineItem[] {
	return useMemo(() => arrangeTimeline(shown ?? []), [shown]);
}

function OlderMessages({ id, hasOlder, onShow }: { id: number; hasOlder: boolean; onShow: () => void }) {
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
			<TextButton onPress={onShow}>
				<Trans>Show older messages</Trans>
			</TextButton>
		</p>
	);
}

function TypingNote({ id }: { id: number }) {
	const { i18n } = useLingui();
	const typists = useAtomValue(typistsOfAtom)(id).map(({ name }) => name);
	const count = typists.length;
	if (count === 0) return null;
	const names = formatList(typists, i18n.locale);
	return (
		<p className={styles.typing}>
			<span className={styles.dots} aria-hidden="true">
				<i />
				<i />
				<i />
			</span>
			<Plural value={count} one={`${names} is typing`} other={`${names} are typing`} />
		</p>
	);
}

/**
 * Scrolls to this agent's own new message from any position. Otherwise the browser itself keeps the
 * position, since the box's scroll begins at its end (column-reverse): at the end, and where older
 * pages are added above.
 */
function useScrollToOwn(echoId: string | undefined) {
	const scroller = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		if (echoId !== undefined) scroller.current?.scrollTo({ top: 0 });
	}, [echoId]);
	return scroller;
}

/** So many lines are drawn at first: those of a long thread would take most of a second. */
const DRAWN_AT_FIRST = 60;

/**
 * The newest lines, and older ones once the agent has scrolled there, or jumps to one of them. A
 * line that has been drawn stays when new ones arrive.
 */
function useDrawn(items: readonly TimelineItem[]) {
	const [isWhole, setWhole] = useState(false);
	const [firstKey, setFirstKey] = useState<string>();
	const target = useAtomValue(jumpTargetAtom)?.id;
	const drawnBefore = items.findIndex(({ key }) => key === firstKey);
	const newest = Math.max(0, items.length - DRAWN_AT_FIRST);
	const from = isWhole ? 0 : Math.min(newest, drawnBefore === -1 ? newest : drawnBefore);
	if (items[from]?.key !== firstKey) setFirstKey(items[from]?.key);
	const isTargetHidden = items.slice(0, from).some((item) => item.kind === 'message' && item.message.id === target);
	if (isTargetHidden) setWhole(true);
	return { drawn: items.slice(from), isCut: from > 0, drawOlder: () => setWhole(true) };
}
