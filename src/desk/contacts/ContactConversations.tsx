import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { createLazy } from '#ui/createLazy.tsx';
import { websitesAtom } from '../account/account.ts';
import { LoadingDialog } from '../form/LoadingDialog.tsx';
import { loadLate } from '../common/loadLate.ts';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import type { KnownContact } from '../thread/contact/contacts.ts';
import { ConversationLinks } from '../thread/contact/ConversationLinks.tsx';
import styles from './ContactConversations.module.css';

const BeginDialog = createLazy(
	async () => (await loadLate(() => import('./BeginDialog.tsx'))).BeginDialog,
	LoadingDialog,
);

interface Props extends Pick<KnownContact, 'contact' | 'conversations'> {
	/** Whether the agent begins another one. */
	isBeginning: boolean;
	onBegin: (isBeginning: boolean) => void;
}

/** The conversations of a contact, and the button for a new one. */
export function ContactConversations({ contact, conversations, isBeginning, onBegin }: Props) {
	const hasWebsites = useAtomValue(websitesAtom).length > 0;
	return (
		<>
			<ConversationLinks title={<Trans>Conversations</Trans>} conversations={conversations} />
			{conversations.length === 0 && (
				<p className={styles.none}>
					<Trans>This contact has no conversations.</Trans>
				</p>
			)}
			{hasWebsites && (
				<div className={styles.begin}>
					<OutlinedButton onPress={() => onBegin(true)}>
						<Trans>Start a new conversation</Trans>
					</OutlinedButton>
				</div>
			)}
			{isBeginning && (
				<BeginDialog contactId={contact.id} lastInboxId={conversations[0]?.inboxId} onClose={() => onBegin(false)} />
			)}
		</>
	);
}
