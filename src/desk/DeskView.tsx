/** The desk of a signed-in agent: the list beside one conversation, or on a phone either of them. */
import { Trans } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { Profile } from '#protocol/entities.ts';
import { ConversationList } from './conversations/ConversationList.tsx';
import { findConversation, knownConversationsAtom } from './conversations/conversations.ts';
import { EmbedButton } from './embed/EmbedButton.tsx';
import { MissingThread } from './thread/MissingThread.tsx';
import { ThreadView } from './thread/ThreadView.tsx';
import { isConnectionLostAtom } from './connection.ts';
import { selectedIdAtom } from './common/route.ts';
import { NotificationsButton } from './notifications/NotificationsButton.tsx';
import { PasswordButton } from './session/PasswordButton.tsx';
import { signOut } from './session/session.ts';
import styles from './DeskView.module.css';

export function DeskView({ agent }: { agent: Profile }) {
	const leave = useSetAtom(signOut);
	const id = useAtomValue(selectedIdAtom);
	const conversation = findConversation(useAtomValue(knownConversationsAtom), id);
	return (
		<div className={styles.desk}>
			<header className={styles.header}>
				<h1>
					<Trans>Agent desk</Trans>
				</h1>
				<ConnectionNote />
				<span className={styles.agent} title={agent.available_name}>
					<bdi>{agent.available_name}</bdi>
				</span>
				<EmbedButton className={styles.button} />
				<NotificationsButton className={styles.button} />
				<PasswordButton className={styles.button} />
				<button type="button" className={styles.button} onClick={leave}>
					<Trans>Sign out</Trans>
				</button>
			</header>
			<main className={styles.columns} data-shows={id === undefined ? 'list' : 'thread'}>
				<ConversationList />
				{conversation ? <ThreadView key={conversation.id} conversation={conversation} /> : <MissingThread id={id} />}
			</main>
		</div>
	);
}

function ConnectionNote() {
	const isLost = useAtomValue(isConnectionLostAtom);
	return (
		<p className={styles.connection} role="status">
			{isLost && <Trans>Connection lost. Reconnecting…</Trans>}
		</p>
	);
}
