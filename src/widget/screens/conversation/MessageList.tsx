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
import { HIGHLIGHT_DURATION } from '#protocol/base/limits.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { endJump, jumpTargetAtom } from '../../features/replies/quoted.ts';
import { AwayNotice } from './AwayNotice.tsx';
import { DayLabel } from './DayLabel.tsx';
import { scrollToEndAtom } from './scrollToEnd.ts';
import { followEnd, type Follower } from './followEnd.ts';
import { MessageItem } from './MessageItem.tsx';
import styles from './MessageList.module.css';
import { finishRestoring, storePosition, positionToRestoreAtom } from './readingPosition.ts';
import { NewMessagesButton } from './NewMessagesButton.tsx';
import {
	hasOlderAtom,
	isReadingFirstAtom,
	isReadOnlyAtom,
	listedMessagesAtom,
	loadMessagesFrom,
	loadOlderMessages,
	readingOlderAtom,
} from '../../features/messages/reading.ts';
import type { ShownMessage } from '#models/shownMessage.ts';
import { layOut } from '#models/timeline.ts';
import { TypingBubble } from './TypingBubble.tsx';

/** Older messages load when the reader is this close to the beginning, in CSS pixels. */
const OLDER_THRESHOLD = 100;
/** Messages this far outside the view are drawn as well, in CSS pixels. */
const BUFFER = 800;
/** At most this many messages that had the focus stay drawn wherever the list is scrolled to. */
const KEPT_MAX = 4;

/**
 * The conversation, of which only the visible part and its surroundings are drawn. Screen readers
 * do not announce its changes, since that would read the history aloud; `LiveAnnouncer` announces
 * new messages.
 */
export function MessageList() {
	const { t } = useLingui();
	const messages = useAtomValue(listedMessagesAtom);
	const isWaiting = useAtomValue(isReadingFirstAtom);
	const isReadOnly = useAtomValue(isReadOnlyAtom);
	const hasOlder = useAtomValue(hasOlderAtom);
	const readingOlder = useAtomValue(readingOlderAtom);
	const loadOlder = useSetAtom(loadOlderMessages);
	const list = useRef<HTMLDivElement>(null);
	const tail = useRef<HTMLDivElement>(null);
	// All of it goes with the only message, which the visitor may delete.
	const frame = useFocusHandover<HTMLDivElement>();
	const virtualizer = useRef<VirtualizerHandle>(null);
	const { follower, isAtEnd, follow, goToEnd, leaveEnd } = useFollowEnd(list, tail);
	const kept = useKept(messages);

	/**
	 * After a failure, older messages load again only when the visitor asks, not with each scrolled
	 * pixel.
	 */
	function readOlder() {
		const isNear = (list.current?.scrollTop ?? 0) <= OLDER_THRESHOLD;
		if (hasOlder && isNear && readingOlder === 'idle') void loadOlder();
	}

	function handleResize() {
		follow();
		readOlder();
	}

	useLayoutEffect(follow, [messages, follow]);
	useOwnMessage(messages, goToEnd);
	useAskedEnd(goToEnd);
	useJump(messages, leaveEnd, virtualizer);
	useStoredPosition(messages, follower, list, virtualizer);
	useRestoredPosition(messages, leaveEnd, virtualizer);

	return (
		<div ref={frame} className={styles.frame}>
			<div
				ref={list}
				className={styles.list}
				role="log"
				aria-live="off"
				aria-label={t`Conversation`}
				tabIndex={0}
				onFocus={kept.noteFocus}
			>
				<div className={styles.content}>
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
									<ErrorBoundary>
										{startsDay !== undefined && <DayLabel seconds={startsDay} />}
										<MessageItem message={message} isFirstOfRun={isFirstOfRun} isLastOfRun={isLastOfRun} />
									</ErrorBoundary>
								</div>
							);
						}}
					</Virtualizer>
					<div ref={tail}>
						{!isReadOnly && (
							<>
								<TypingBubble />
								<AwayNotice />
							</>
						)}
					</div>
				</div>
			</div>
			{readingOlder !== 'idle' && (
				<div className={styles.older}>
					{readingOlder === 'reading' ? (
						<Spinner />
					) : (
						<Button kind="quiet" onPress={() => void loadOlder()}>{t`Try again`}</Button>
					)}
				</div>
			)}
			{!isAtEnd && <NewMessagesButton onPress={goToEnd} />}
		</div>
	);
}

type Messages = readonly ShownMessage[];

/** Whether these are the messages of the last render with older ones added before. */
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
		const content = tail.current?.parentElement;
		if (!list.current || !content || !tail.current) return;
		follower.current = followEnd(list.current, content, tail.current, setIsAtEnd);
		return follower.current.stop;
	}, [list, tail]);
	const follow = useCallback(() => follower.current?.follow(), []);
	const goToEnd = useCallback(() => follower.current?.goToEnd(), []);
	const leaveEnd = useCallback(() => follower.current?.leaveEnd(), []);
	return { follower, isAtEnd, follow, goToEnd, leaveEnd };
}

/** Scrolls to the end when the visitor sends a message. */
function useOwnMessage(messages: Messages, goToEnd: () => void) {
	const last = messages.at(-1);
	const sending = last?.state === 'in_progress' ? last.key : undefined;
	useEffect(() => {
		if (sending !== undefined) goToEnd();
	}, [sending, goToEnd]);
}

/** Scrolls to the end when the page asks for the newest message. */
function useAskedEnd(goToEnd: () => void) {
	const asked = useAtomValue(scrollToEndAtom);
	useEffect(() => {
		if (asked > 0) goToEnd();
	}, [asked, goToEnd]);
}

/**
 * Scrolls to the message that a quote leads to, once: later changes must not take the reader back
 * there.
 */
function useJump(messages: Messages, leaveEnd: () => void, virtualizer: RefObject<VirtualizerHandle | null>) {
	const target = useAtomValue(jumpTargetAtom);
	const end = useSetAtom(endJump);
	const reached = useRef<typeof target>(undefined);

	useEffect(() => {
		if (!target || reached.current === target) return;
		const index = messages.findLastIndex(({ stored }) => stored?.id === target.id);
		if (index < 0) return;
		reached.current = target;
		leaveEnd();
		virtualizer.current?.scrollToIndex(index, { align: 'center' });
	}, [target, messages, leaveEnd, virtualizer]);

	// The message ends the jump once it is drawn. This ends it if the reader scrolls away before.
	useEffect(() => {
		if (!target) return;
		const timer = setTimeout(end, 2 * HIGHLIGHT_DURATION);
		return () => clearTimeout(timer);
	}, [target, end]);
}

/**
 * Stores the position at which the reader stops scrolling. Whether that is the end is asked of the
 * follower: a jump's `scroll` and `scrollend` may come in one frame, before React has rendered what
 * the first has changed.
 */
function useStoredPosition(
	messages: Messages,
	follower: RefObject<Follower | null>,
	list: RefObject<HTMLElement | null>,
	virtualizer: RefObject<VirtualizerHandle | null>,
) {
	const note = useSetAtom(storePosition);
	useEffect(() => {
		const element = list.current;
		function tell() {
			if (!virtualizer.current) return;
			const { scrollOffset } = virtualizer.current;
			const index = virtualizer.current.findItemIndex(scrollOffset);
			const id = messages[index]?.stored?.id;
			const offset = scrollOffset - virtualizer.current.getItemOffset(index);
			note(follower.current?.isAtEnd() || id === undefined ? undefined : { id, offset });
		}
		element?.addEventListener('scrollend', tell);
		return () => element?.removeEventListener('scrollend', tell);
	}, [messages, follower, list, virtualizer, note]);
}

/** Restores the reader's position from before the page moved the frame. */
function useRestoredPosition(
	messages: Messages,
	leaveEnd: () => void,
	virtualizer: RefObject<VirtualizerHandle | null>,
) {
	const place = useAtomValue(positionToRestoreAtom);
	const loadFrom = useSetAtom(loadMessagesFrom);
	const arrive = useSetAtom(finishRestoring);
	const hasMessages = messages.length > 0;
	const index = place ? messages.findIndex(({ stored }) => stored?.id === place.id) : -1;
	useEffect(() => {
		// If the message cannot be loaded, the list stays at its end.
		if (place && hasMessages && index < 0) loadFrom(place.id).catch(arrive);
	}, [place, hasMessages, index, loadFrom, arrive]);
	useEffect(() => {
		if (!place || index < 0) return;
		leaveEnd();
		virtualizer.current?.scrollToIndex(index, { align: 'start', offset: place.offset });
		arrive();
	}, [place, index, leaveEnd, virtualizer, arrive]);
}

/** Keeps messages drawn that have the focus, or a form in which the visitor has typed something. */
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
