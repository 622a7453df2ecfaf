import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { END_ROW, ListCard } from '#ui/ListCard.tsx';
import { channelAtom } from '../../features/channel/channel.ts';
import { conversationIdAtom } from '../../features/conversation/conversation.ts';
import { openConversationsAtom } from '../../features/history/history.ts';
import { messagesAtom } from '../../features/messages/messages.ts';
import { isForVisitor } from '../../features/messages/visitorThread.ts';
import { beginAnother, chooseConversation, giveUpChoice } from '../../features/several/chooseConversation.ts';
import { ownUnreadCountAtom } from '../../features/unread/unread.ts';
import { ConversationRow } from './ConversationRow.tsx';

interface Props {
	/** The visitor wants to write, in the conversation that is shown or in a new one. */
	onStart: () => void;
}

/** The conversations among which the visitor goes to and fro; nothing where there is none. */
export function OpenConversations({ onStart }: Props) {
	const { t } = useLingui();
	const { topics } = useAtomValue(channelAtom);
	const conversations = useAtomValue(openConversationsAtom);
	const current = useAtomValue(conversationIdAtom);
	const ownUnreadCount = useAtomValue(ownUnreadCountAtom);
	const newest = useAtomValue(messagesAtom).findLast(isForVisitor);
	const choose = useSetAtom(chooseConversation);
	const begin = useSetAtom(beginAnother);
	const giveUp = useSetAtom(giveUpChoice);
	const list = useRef<HTMLUListElement>(null);

	// Whoever leaves home has chosen something else.
	useEffect(() => giveUp, [giveUp]);

	function beginAnew() {
		begin();
		// The topics show at the top.
		if (topics) list.current?.closest('main')?.focus();
		else onStart();
	}

	if (conversations.length === 0) return null;
	return (
		<ListCard title={t`Open conversations`}>
			<ul ref={list}>
				{conversations.map((conversation) => {
					const isCurrent = conversation.id === current;
					return (
						<li key={conversation.id}>
							<ConversationRow
								conversation={isCurrent && newest ? { ...conversation, last_message: newest } : conversation}
								unreadCount={(isCurrent ? ownUnreadCount : conversation.unread_count) ?? 0}
								onPress={(id) => void choose(id).then((isShown) => isShown && onStart())}
							/>
						</li>
					);
				})}
			</ul>
			<button type="button" className={END_ROW} onClick={beginAnew}>
				{t`Start a new conversation`}
				<Icon name="forward" isDirectional />
			</button>
		</ListCard>
	);
}
