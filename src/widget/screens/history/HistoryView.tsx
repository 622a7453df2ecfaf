import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { isFromVisitor, type ListedConversation, type Message } from '#protocol/entities/entities.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { END_ROW, ListCard, ROW } from '#ui/ListCard.tsx';
import { useDayText } from '../../features/messages/useDayText.ts';
import { useIdentity } from '../../features/messages/useIdentity.ts';
import { useSummary } from '../../features/messages/useSummary.ts';
import {
	earlierConversationsAtom,
	hasMoreConversationsAtom,
	isReadingConversationsAtom,
	loadConversations,
	loadMoreConversations,
} from '../../features/history/history.ts';
import { historyAskedAtom } from '../../features/history/asked.ts';
import { authTokenAtom } from '../../features/session/session.ts';
import styles from './HistoryView.module.css';

interface Readers {
	/** The visitor wants to read the conversation with that display id. */
	onRead: (id: number) => void;
}

/** At first only this many are shown, since home has more to offer. */
const FIRST = 3;

/** On home: the visitor's earlier conversations, newest first; nothing where there are none. */
export function HistoryView({ onRead }: Readers) {
	const { t } = useLingui();
	const conversations = useAtomValue(earlierConversationsAtom);
	const hasMore = useAtomValue(hasMoreConversationsAtom);
	const isReading = useAtomValue(isReadingConversationsAtom);
	const load = useSetAtom(loadConversations);
	const loadMore = useSetAtom(loadMoreConversations);
	const asked = useAtomValue(historyAskedAtom);
	// Another session has other conversations.
	const token = useAtomValue(authTokenAtom);
	const [isOpened, setIsWhole] = useState(false);
	const isWhole = isOpened || asked > 0;
	const shown = isWhole ? conversations : conversations.slice(0, FIRST);
	const list = useRef<HTMLUListElement>(null);
	const goOnAt = useRef<number>(undefined);

	useEffect(() => void load(), [load, token]);

	const hasAny = conversations.length > 0;
	useEffect(() => {
		return asked > 0 && hasAny ? focusWhenEntered(list.current?.querySelector('button')) : undefined;
	}, [asked, hasAny]);

	// After "more" the focus goes to the first added conversation, since the button may be gone.
	useEffect(() => {
		if (goOnAt.current === undefined || shown.length <= goOnAt.current) return;
		list.current?.querySelectorAll('button')[goOnAt.current]?.focus();
		goOnAt.current = undefined;
	}, [shown]);

	function readMore() {
		goOnAt.current = shown.length;
		setIsWhole(true);
		if (isWhole) void loadMore();
	}

	if (conversations.length === 0) return null;
	return (
		<ListCard title={t`Earlier conversations`}>
			<ul ref={list}>
				{shown.map((conversation) => (
					<li key={conversation.id}>
						<Conversation conversation={conversation} onRead={onRead} />
					</li>
				))}
			</ul>
			{(hasMore || shown.length < conversations.length) && (
				<button type="button" className={END_ROW} aria-disabled={isReading || undefined} onClick={readMore}>
					{t`Show more`}
					<Icon name="down" />
				</button>
			)}
		</ListCard>
	);
}

interface Props extends Readers {
	conversation: ListedConversation;
}

function Conversation({ conversation: { id, status, last_message, last_activity_at }, onRead }: Props) {
	const { t } = useLingui();
	const isOpen = status !== 'resolved';
	const day = useDayText()(last_activity_at);
	return (
		<button type="button" className={ROW} onClick={() => onRead(id)}>
			{last_message && <LastMessage message={last_message} />}
			<span className={styles.facts}>
				<time dateTime={new Date(last_activity_at * 1000).toISOString()}>{day}</time>
				<span className={styles.status} data-open={isOpen || undefined}>
					{isOpen ? t`Still open` : t`Ended`}
				</span>
			</span>
			<Icon name="forward" isDirectional />
		</button>
	);
}

function LastMessage({ message }: { message: Message }) {
	const { t } = useLingui();
	const { name, picture } = useIdentity()(message.sender);
	const isOwn = isFromVisitor(message);
	return (
		<>
			<Avatar name={isOwn ? t`You` : name} url={isOwn ? '' : picture} size="medium" />
			<span className={styles.text}>
				<span className={styles.name}>
					<bdi>{isOwn ? t`You` : name}</bdi>
				</span>
				<span className={styles.summary} dir="auto">
					{useSummary(message)}
				</span>
			</span>
		</>
	);
}
