import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { END_ROW, ListCard } from '#ui/ListCard.tsx';
import {
	earlierConversationsAtom,
	hasMoreConversationsAtom,
	isReadingConversationsAtom,
	loadConversations,
	loadMoreConversations,
} from '../../features/history/history.ts';
import { historyAskedAtom } from '../../features/history/asked.ts';
import { authTokenAtom } from '../../features/session/session.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { OpenConversations } from './OpenConversations.tsx';

interface Props {
	/** The visitor wants to read the conversation with that display id. */
	onRead: (id: number) => void;
	/** The visitor wants to write, in the conversation that is shown or in a new one. */
	onStart: () => void;
}

/** At first only this many are shown, since home has more to offer. */
const FIRST = 3;

/**
 * On home: the visitor's earlier conversations, newest first; nothing where there are none. Above
 * them those that are open, where there may be several.
 */
export function HistoryView({ onRead, onStart }: Props) {
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

	const openOnes = <OpenConversations onStart={onStart} />;
	if (conversations.length === 0) return openOnes;
	return (
		<>
			{openOnes}
			<ListCard title={t`Earlier conversations`}>
				<ul ref={list}>
					{shown.map((conversation) => (
						<li key={conversation.id}>
							<ConversationRow conversation={conversation} onPress={onRead} />
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
		</>
	);
}
