import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import {
	type FocusEvent,
	type RefObject,
	useCallback,
	useEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Spinner } from '../../ui/Spinner.tsx';
import { jumpTargetAtom } from '../replies/quoted.ts';
import { DayLabel } from './DayLabel.tsx';
import { followEnd, type Follower } from './followEnd.ts';
import { MessageItem } from './MessageItem.tsx';
import styles from './MessageList.module.css';
import { hasOlderAtom, isReadingOlderAtom, isWaitingAtom, loadOlderMessages, shownMessagesAtom } from './messages.ts';
import { NewMessagesButton } from './NewMessagesButton.tsx';
import type { ShownMessage } from './shownMessage.ts';
import { layOut } from './timeline.ts';
import { TypingBubble } from './TypingBubble.tsx';

/** An older page is read when the reader is this close to the beginning, in CSS pixels. */
const OLDER_THRESHOLD = 100;
/** Messages this far outside the view are drawn before they are scrolled to, in CSS pixels. */
const BUFFER = 800;
/** So many messages that had the focus stay drawn, wherever they are scrolled to. */
const KEPT_MAX = 4;

/**
 * The conversation, of which only what is in view and around it is drawn. A log that stays silent: history is not read aloud,
 * what is new is announced beside it.
 */
export function MessageList() {
	const { t } = useLingui();
	const messages = useAtomValue(shownMessagesAtom);
	const isWaiting = useAtomValue(isWaitingAtom);
	const hasOlder = useAtomValue(hasOlderAtom);
	const isReadingOlder = useAtomValue(isReadingOlderAtom);
	const loadOlder = useSetAtom(loadOlderMessages);
	const list = useRef<HTMLDivElement>(null);
	const tail = useRef<HTMLDivElement>(null);
	const virtualizer = useRef<VirtualizerHandle>(null);
	const { isAtEnd, follow, goToEnd } = useFollowEnd(list, tail);
	const kept = useKept(messages);

	function readOlder() {
		if (!hasOlder || (list.current?.scrollTop ?? 0) > OLDER_THRESHOLD) return;
		loadOlder().catch((error: unknown) => console.debug('live-chat-widget: older messages could not be read', error));
	}

	function handleResize() {
		follow();
		readOlder();
	}

	useLayoutEffect(follow, [messages, follow]);
	useOwnMessage(messages, goToEnd);
	useJump(messages, virtualizer);

	return (
		<div className={styles['frame']}>
			<div
				ref={list}
				className={styles['list']}
				role="log"
				aria-live="off"
				aria-label={t`Conversation`}
				tabIndex={0}
				onFocus={kept.noteFocus}
			>
				<div className={styles['content']}>
					{isWaiting && messages.length === 0 && <Spinner />}
					<Virtualizer
						ref={virtualizer}
						scrollRef={list}
						data={messages}
						shift={useIsPrepended(messages)}
						bufferSize={BUFFER}
						keepMounted={kept.indexes}
						onScroll={readOlder}
						onResize={handleResize}
					>
						{(message, index) => {
							const { startsDay, isFirstOfRun, isLastOfRun } = layOut(messages, index);
							return (
								<div key={message.key}>
									{startsDay !== undefined && <DayLabel seconds={startsDay} />}
									<MessageItem message={message} isFirstOfRun={isFirstOfRun} isLastOfRun={isLastOfRun} />
								</div>
							);
						}}
					</Virtualizer>
					<div ref={tail}>
						<TypingBubble />
					</div>
				</div>
			</div>
			{isReadingOlder && (
				<div className={styles['older']}>
					<Spinner />
				</div>
			)}
			{!isAtEnd && <NewMessagesButton onPress={goToEnd} />}
		</div>
	);
}

type Messages = readonly ShownMessage[];

/** Whether these are the messages of the last time with older ones before them. */
function useIsPrepended(messages: Messages): boolean {
	const [first, last] = [messages[0]?.key, messages.at(-1)?.key];
	const [before, setBefore] = useState({ first, last, isPrepended: false });
	if (before.first === first && before.last === last) return before.isPrepended;
	const isPrepended = before.first !== first && before.last === last;
	setBefore({ first, last, isPrepended });
	return isPrepended;
}

function useFollowEnd(list: RefObject<HTMLElement | null>, tail: RefObject<HTMLElement | null>) {
	const follower = useRef<Follower>(null);
	const [isAtEnd, setIsAtEnd] = useState(true);
	useLayoutEffect(() => {
		if (!list.current || !tail.current) return;
		follower.current = followEnd(list.current, tail.current, setIsAtEnd);
		return follower.current.stop;
	}, [list, tail]);
	const follow = useCallback(() => follower.current?.follow(), []);
	const goToEnd = useCallback(() => follower.current?.goToEnd(), []);
	return { isAtEnd, follow, goToEnd };
}

/** What the visitor sends is what the visitor wants to see. */
function useOwnMessage(messages: Messages, goToEnd: () => void) {
	const last = messages.at(-1);
	const sending = last?.state === 'in_progress' ? last.key : undefined;
	useEffect(() => {
		if (sending !== undefined) goToEnd();
	}, [sending, goToEnd]);
}

/** Brings a message into view that a quote leads to. */
function useJump(messages: Messages, virtualizer: RefObject<VirtualizerHandle | null>) {
	const target = useAtomValue(jumpTargetAtom);
	useEffect(() => {
		if (target === undefined) return;
		const index = messages.findLastIndex(({ stored }) => stored?.id === target);
		if (index >= 0) virtualizer.current?.scrollToIndex(index, { align: 'center' });
	}, [target, messages, virtualizer]);
}

/** Messages with the focus, or with a form in which something was typed, are not taken away under the visitor's hands. */
function useKept(messages: Messages) {
	const [keys, setKeys] = useState<readonly string[]>([]);
	const indexes = useMemo(
		() => keys.map((key) => messages.findLastIndex((message) => message.key === key)).filter((index) => index >= 0),
		[keys, messages],
	);
	function noteFocus({ target }: FocusEvent) {
		const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
		if (key !== undefined) setKeys((known) => [key, ...known.filter((other) => other !== key)].slice(0, KEPT_MAX));
	}
	return { indexes, noteFocus };
}
