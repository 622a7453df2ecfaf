/** One conversation: the visitor, the messages, the composer, and the visitor's facts beside it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import type { Conversation } from '../conversations/conversation.ts';
import { markRead } from '../conversations/conversations.ts';
import { LIST_HREF } from '../common/route.ts';
import { closeNotifications } from '../notifications/notifications.ts';
import { onlineVisitorsAtom } from '../visitor/presence.ts';
import { VisitorFacts } from './VisitorFacts.tsx';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { StatusButton } from './StatusButton.tsx';
import { openThread } from './thread.ts';
import styles from './ThreadView.module.css';

const FACTS_ID = 'visitor-facts';

export function ThreadView({ conversation }: { conversation: Conversation }) {
	const { id, visitor, unreadCount } = conversation;
	const { name } = visitor;
	const { t } = useLingui();
	const isOnline = useAtomValue(onlineVisitorsAtom).has(visitor.id);
	const open = useSetAtom(openThread);
	const read = useSetAtom(markRead);
	const closeNotification = useSetAtom(closeNotifications);
	// In a narrower window, `ThreadView.module.css` draws the facts over the thread.
	const [areFactsOpen, setFactsOpen] = useState(() => matchMedia('(min-width: 1100px)').matches);
	// In a narrower window the list is hidden together with the focus, and focusing the composer would open a phone's
	// keyboard.
	const isBesideList = matchMedia('(min-width: 721px)').matches;
	const title = useRef<HTMLHeadingElement>(null);

	useEffect(() => void open(id), [id, open]);
	useEffect(() => {
		if (!isBesideList) title.current?.focus();
	}, [isBesideList]);
	useEffect(() => {
		const readIfSeen = (): void => {
			if (document.visibilityState !== 'visible') return;
			void read(id);
			closeNotification(id);
		};
		readIfSeen();
		document.addEventListener('visibilitychange', readIfSeen);
		return () => document.removeEventListener('visibilitychange', readIfSeen);
	}, [id, unreadCount, read, closeNotification]);

	return (
		<div className={styles.view}>
			<section className={styles.thread} aria-label={t`Conversation with ${name}`}>
				<header className={styles.header}>
					<a className={styles.back} href={LIST_HREF} aria-label={t`Back to the conversations`}>
						<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
							<path d="M15 5l-7 7 7 7" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
						</svg>
					</a>
					<div className={styles.title}>
						<h2 ref={title} tabIndex={-1} title={name}>
							<bdi>{name}</bdi>
						</h2>
						<p>
							#{id} · {isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
						</p>
					</div>
					<StatusButton conversation={conversation} />
					<button
						type="button"
						className={styles.button}
						aria-expanded={areFactsOpen}
						aria-controls={areFactsOpen ? FACTS_ID : undefined}
						onClick={() => setFactsOpen(!areFactsOpen)}
					>
						<Trans>Details</Trans>
					</button>
				</header>
				<MessageList conversation={conversation} />
				<Composer conversationId={id} hasFocus={isBesideList} />
			</section>
			{areFactsOpen && <VisitorFacts id={FACTS_ID} conversation={conversation} />}
		</div>
	);
}
