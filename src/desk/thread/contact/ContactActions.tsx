import { Trans } from '@lingui/react/macro';
import { useAtomValue, useStore } from 'jotai/react';
import { useState, type ReactNode } from 'react';
import { loadChunk } from '#client/chunk.ts';
import { TextButton } from '../../common/TextButton.tsx';
import { agentAtom } from '../../session/session.ts';
import type { ContactDialog } from '../model/threadMenus.ts';
import styles from './ContactActions.module.css';

interface Props {
	/** Of the contact. */
	id: number;
	onOpen: (dialog: ContactDialog) => void;
	/** Does what may fail, and then says so; never rejects. */
	perform: (act: () => Promise<void>) => Promise<void>;
	/** What else the agent can do. */
	children?: ReactNode;
}

/** What an agent can do with a contact. */
export function ContactActions({ id, onOpen, perform, children }: Props) {
	const isAdministrator = useAtomValue(agentAtom)?.role === 'administrator';
	const store = useStore();
	const [isExporting, setExporting] = useState(false);
	const saveAll = async (): Promise<void> => {
		if (isExporting) return;
		setExporting(true);
		await perform(async () => {
			const { exportContact } = await loadChunk(() => import('./exportContact.ts'));
			await store.set(exportContact, id);
		});
		setExporting(false);
	};
	return (
		<div className={styles.actions}>
			<TextButton onPress={() => onOpen('edit-dialog')}>
				<Trans>Edit contact</Trans>
			</TextButton>
			<TextButton onPress={() => onOpen('merge-dialog')}>
				<Trans>Merge contacts</Trans>
			</TextButton>
			{children}
			{isAdministrator && (
				<>
					<TextButton isBusy={isExporting} onPress={() => void saveAll()}>
						<Trans>Export contact</Trans>
					</TextButton>
					<TextButton onPress={() => onOpen('revoke-dialog')}>
						<Trans>Sign out everywhere</Trans>
					</TextButton>
					<div className={styles.danger}>
						<TextButton isDangerous onPress={() => onOpen('delete-dialog')}>
							<Trans>Delete contact</Trans>
						</TextButton>
					</div>
				</>
			)}
		</div>
	);
}
