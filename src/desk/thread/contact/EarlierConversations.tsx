/** What the same visitor began before, with a link to each. */
import { Trans, useLingui } from '@lingui/react/macro';
import { conversationHref } from '../../common/route.ts';
import { formatRecent, isoTime } from '../../common/time.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { useStatusName } from '../../conversations/useStatusName.ts';
import { useLastSaid } from '../../conversations/useSummary.ts';
import styles from './EarlierConversations.module.css';

export function EarlierConversations({ conversations }: { conversations: readonly Conversation[] }) {
	if (conversations.length === 0) return null;
	return (
		<section className={styles.earlier}>
			<h3 className={styles.title}>
				<Trans>Earlier conversations</Trans>
			</h3>
			<ul>
				{conversations.map((conversation) => (
					<li key={conversation.id}>
						<Earlier conversation={conversation} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Earlier({ conversation: { id, status, lastActivityAt, lastMessage } }: { conversation: Conversation }) {
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
