import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { AvatarGroup } from '#ui/avatar/AvatarGroup.tsx';
import { focusWhenEntered } from '#ui/focusWhenEntered.ts';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { availableAgentsAtom } from '../../features/availability/agents.ts';
import { isOnlineAtom, outOfOfficeAtom } from '../../features/availability/availability.ts';
import { useWaitText } from '../../features/availability/useWaitText.ts';
import { hostAtom } from '../../features/host/host.ts';
import { isWaitingAtom, shownMessagesAtom } from '../../features/messages/messages.ts';
import styles from './HomeView.module.css';

/** At most this many faces are shown for the team. */
const FACES = 4;

interface Props {
	onStart: () => void;
	/** Stands in place of the button where there is no conversation yet. */
	topics: ReactNode;
	/** The articles and earlier conversations, below. */
	children: ReactNode;
}

/** Route `/`: the team, the button to the conversation, and articles and earlier conversations. */
export function HomeView({ onStart, topics, children }: Props) {
	const { t } = useLingui();
	const isOnline = useAtomValue(isOnlineAtom);
	const agents = useAtomValue(availableAgentsAtom);
	const outOfOffice = useAtomValue(outOfOfficeAtom);
	const presence = isOnline ? t`We are online` : t`We are away at the moment`;
	const waitText = useWaitText();
	const hasMessages = useAtomValue(shownMessagesAtom).length > 0;
	const isWaiting = useAtomValue(isWaitingAtom);
	const { isOpen } = useAtomValue(hostAtom);
	const view = useRef<HTMLElement>(null);

	// Before the parts of the view, which may take the focus themselves.
	useLayoutEffect(() => (isOpen ? focusWhenEntered(view.current) : undefined), [isOpen]);

	return (
		<main ref={view} className={styles.view} tabIndex={-1}>
			<section className={styles.card}>
				<div className={styles.team}>
					<div className={styles.status}>
						<span className={styles.dot} data-online={isOnline || undefined} />
						<div>
							<p className={styles.presence}>{presence}</p>
							{waitText !== presence && <p className={styles.wait}>{waitText}</p>}
						</div>
					</div>
					{isOnline && <AvatarGroup people={agents} max={FACES} size="medium" />}
				</div>
				{outOfOffice && (
					<p className={styles.notice} dir="auto">
						{outOfOffice}
					</p>
				)}
				{isWaiting && !hasMessages ? (
					<Spinner />
				) : (
					(!hasMessages && topics) || (
						<Button kind="primary" onPress={onStart}>
							{hasMessages ? t`Continue conversation` : t`Start Conversation`}
							<Icon name="forward" isDirectional />
						</Button>
					)
				)}
			</section>
			{children}
		</main>
	);
}
