/** What the same visitor began before, with a link to each. */
import { Trans, useLingui } from '@lingui/react/macro';
import { conversationHref } from '../../common/route.ts';
import { formatRecent, isoTime } from '../../common/time.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { useMessageText } from '../../conversations/useMessageText.ts';
import { useStatusName } from '../../conversations/useStatusName.ts';
import styles from './EarlierConversations.module.css';

export function EarlierConversations({ conversations }: { conversations: readonly Conversation[] }) {
	const { i18n } = useLingui();
	const nameStatus = useStatusName();
	const textOf = useMessageText();
	if (conversations.length === 0) return null;
	return (
		<section className={styles.earlier}>
			<h3 className={styles.title}>
				<Trans>Earlier conversations</Trans>
			</h3>
			<ul>
				{conversations.map(({ id, status, lastActivityAt, lastMessage }) => (
					<li key={id}>
						<a className={styles.link} href={conversationHref(id)}>
							<span className={styles.head}>
								#{id} · {nameStatus(status)}
								<time className={styles.time} dateTime={isoTime(lastActivityAt)}>
									{formatRecent(lastActivityAt, i18n.locale)}
								</time>
							</span>
							<bdi className={styles.line}>{lastMessage && textOf(lastMessage)}</bdi>
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}
