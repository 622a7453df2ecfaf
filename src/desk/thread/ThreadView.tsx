/** One conversation: the visitor, the messages, the composer, and the visitor's facts beside it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, useState } from 'react';
import type { Conversation } from '../conversations/conversation.ts';
import { markRead } from '../conversations/conversations.ts';
import { endFollowing, isFollowingAtom } from '../conversations/resolve.ts';
import { closeNotifications } from '../notifications/notifications.ts';
import { awaitedAtom } from '../notifications/unreadNotifications.ts';
import { PlainButton } from '../common/PlainButton.tsx';
import { VisitorFacts } from './contact/VisitorFacts.tsx';
import { Composer } from './composer/Composer.tsx';
import { toggleFacts, uncoverThread, useFactsPanel } from './model/factsPanel.ts';
import { MessageList } from './message/MessageList.tsx';
import { ThreadHeader } from './header/ThreadHeader.tsx';
import { leaveJump } from './model/quoted.ts';
import { openThread } from './model/thread.ts';
import { viewConversation } from './model/viewers.ts';
import styles from './ThreadView.module.css';

const FACTS_ID = 'visitor-facts';

export function ThreadView({ conversation }: { conversation: Conversation }) {
	const { id, visitor, unreadCount } = conversation;
	const { name } = visitor;
	const { t } = useLingui();
	const open = useSetAtom(openThread);
	const read = useSetAtom(markRead);
	const closeNotification = useSetAtom(closeNotifications);
	const [opening] = useState({});
	const awaited = useAtomValue(awaitedAtom)(id, opening);
	const facts = useFactsPanel();
	const toggle = useSetAtom(toggleFacts);
	const view = useSetAtom(viewConversation);
	const leave = useSetAtom(leaveJump);
	const uncover = useSetAtom(uncoverThread);
	// In a narrower window the list is hidden together with the focus, and focusing the composer
	// would open a phone's keyboard.
	const isBesideList = matchMedia('(min-width: 721px)').matches;
	const [follows] = useState(useAtomValue(isFollowingAtom)(id));
	const endFollow = useSetAtom(endFollowing);
	const thread = useRef<HTMLElement>(null);

	useEffect(() => void open(id), [id, open]);
	useEffect(() => {
		if (!follows) return;
		endFollow();
		// The next row of the list has it where the one before had.
		if (document.activeElement?.matches('body, main'))
			thread.current?.querySelector<HTMLElement>('[role=log]')?.focus();
	}, [follows, endFollow]);
	useEffect(() => uncover, [id, uncover]);
	useEffect(() => view(id), [id, view]);
	useEffect(() => leave, [id, leave]);
	useEffect(() => {
		const readIfSeen = (): void => {
			if (document.visibilityState !== 'visible') return;
			void read(id, awaited);
			closeNotification(id);
		};
		readIfSeen();
		document.addEventListener('visibilitychange', readIfSeen);
		return () => document.removeEventListener('visibilitychange', readIfSeen);
	}, [id, unreadCount, awaited, read, closeNotification]);

	return (
		<div className={styles.view}>
			<section ref={thread} className={styles.thread} aria-label={t`Conversation with ${name}`}>
				<ThreadHeader conversation={conversation} takesFocus={!isBesideList}>
					<PlainButton aria-expanded={facts.isOpen} aria-controls={FACTS_ID} onClick={() => toggle()}>
						<Trans>Details</Trans>
					</PlainButton>
				</ThreadHeader>
				<MessageList conversation={conversation} />
				<Composer conversation={conversation} hasFocus={isBesideList && !follows} />
			</section>
			{facts.isOpen && <VisitorFacts id={FACTS_ID} conversation={conversation} isOver={facts.isOver} />}
		</div>
	);
}
