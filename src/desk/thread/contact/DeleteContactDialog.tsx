import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { Visitor } from '../../conversations/conversation.ts';
import { ContactQuestion } from './ContactQuestion.tsx';
import { deleteContact } from './contacts.ts';
import { useContact } from './useContact.ts';
import styles from './ContactQuestion.module.css';

interface Props {
	visitor: Visitor;
	/** Called when nothing is left of the contact, nor of the conversations. */
	onDeleted: () => void;
	onClose: () => void;
}

/** Asks before a contact is deleted. */
export function DeleteContactDialog({ visitor, onDeleted, onClose }: Props) {
	const { t } = useLingui();
	const { id, name } = visitor;
	const count = useContact(visitor).known?.conversations.length;
	const conversations = t`Conversations`;
	const remove = useSetAtom(deleteContact);
	return (
		<ContactQuestion
			title={<Trans>Delete “{name}”?</Trans>}
			yes={<Trans>Delete</Trans>}
			onYes={async () => {
				await remove(id);
				onDeleted();
			}}
			onClose={onClose}
		>
			<Trans>All conversations and files of this contact are deleted, too.</Trans>
			{count !== undefined && (
				<strong className={styles.count}>{t`${{ name: conversations }}: ${{ content: count }}`}</strong>
			)}
		</ContactQuestion>
	);
}
