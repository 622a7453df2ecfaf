/** Conversations of one contact, with a link to each. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { conversationHref } from '../../common/route.ts';
import { formatRecent, isoTime } from '../../common/time.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { useStatusName } from '../../conversations/useStatusName.ts';
import { useLastSaid } from '../../conversations/useSummary.ts';
import styles from './ConversationLinks.module.css';

interface Props {
	title: ReactNode;
	conversations: readonly Conversation[];
}

export function ConversationLinks({ title, conversations }: Props) {
	if (conversations.length === 0) return null;
	return (
		<section className={styles.conversations}>
			<h3 className={styles.title}>{title}</h3>
			<ul>
				{conversations.map((conversation) => (
					<li key={conversation.id}>
						<ConversationLink conversation={conversation} />
					</li>
				))}
			</ul>
		</section>
	);
}

function ConversationLink({
	conversation: { id, status, lastActivityAt, lastMessage },
}: {
	conversation: Conversation;
}) {
	const { i18n } = useLingui();
	const nameStatus = useStatusName();
	return (
		<a className={styles.link} href={conversationHref(id)}>
			<span className={styles.head}>
				#{id} · {nameStatus(status)}
				<time className={styles.time} dateTime={isoTime(lastActivityAt)}>
					{formatRecent(lastActivityAt, i18n.locale)}
				</time>
			</span>
			<bdi className={styles.line}>{useLastSaid(lastMessage)}</bdi>
		</a>
	);
}
