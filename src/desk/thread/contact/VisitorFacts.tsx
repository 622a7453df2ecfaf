/**
 * The visitor's facts, beside the thread: who they are, where they write from, and what was before.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom, useStore } from 'jotai/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { loadChunk } from '#client/chunk.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { TextButton } from '../../common/TextButton.tsx';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import type { Conversation } from '../../conversations/conversation.ts';
import { agentAtom } from '../../session/session.ts';
import { useIsVisitorOnline } from '../../visitor/useIsVisitorOnline.ts';
import { VisitorAvatar } from '../../visitor/VisitorAvatar.tsx';
import { EarlierConversations } from './EarlierConversations.tsx';
import { FactList, type FactListProps } from './FactList.tsx';
import { useContact } from './useContact.ts';
import { toggleFacts } from '../model/factsPanel.ts';
import { openMenu, perform } from '../model/threadMenus.ts';
import styles from './VisitorFacts.module.css';

interface Props {
	id: string;
	conversation: Conversation;
	/** Whether they lie over the thread, and take the focus. */
	isOver: boolean;
}

export function VisitorFacts({ id, conversation, isOver }: Props) {
	const { t } = useLingui();
	const { visitor } = conversation;
	const { known, hasFailed, retry } = useContact(visitor);
	const close = useSetAtom(toggleFacts);
	const open = useSetAtom(openMenu);
	const panel = useRef<HTMLElement>(null);
	useLayoutEffect(() => {
		const { current } = panel;
		if (isOver) current?.focus();
		return () => {
			// It closes: the focus returns to its button.
			if (current?.contains(document.activeElement)) {
				document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus();
			}
		};
	}, [isOver, id]);
	const earlier = known?.conversations.filter(({ createdAt }) => createdAt < conversation.createdAt) ?? [];
	return (
		<aside ref={panel} id={id} className={styles.facts} aria-label={t`Visitor details`} tabIndex={-1}>
			<div className={styles.person}>
				<Person conversation={conversation} known={known} />
				{isOver && <IconButton label={t`Close`} icon="close" onPress={() => close()} />}
			</div>
			<FactList conversation={conversation} known={known} onEdit={() => open('edit-dialog')} />
			{hasFailed && <WaitingNote hasFailed retry={retry} />}
			<EarlierConversations conversations={earlier} />
			<Actions conversation={conversation} />
		</aside>
	);
}

function Person({ conversation: { visitor }, known }: FactListProps) {
	const isOnline = useIsVisitorOnline(visitor.id);
	return (
		<>
			<VisitorAvatar visitor={visitor} isOnline={isOnline} />
			<div className={styles.who}>
				<h2 className={styles.name}>
					<bdi>{visitor.name}</bdi>
				</h2>
				<p className={styles.presence}>{isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</p>
				{known?.contact.hmac_verified && (
					<p className={styles.proven}>
						<Trans>Identity verified</Trans>
					</p>
				)}
				{known && !known.contact.hmac_verified && known.contact.identifier && (
					<p className={styles.presence}>
						<Trans>Identity not verified</Trans>
					</p>
				)}
			</div>
		</>
	);
}

function Actions({ conversation: { id, visitor } }: Pick<Props, 'conversation'>) {
	const isAdministrator = useAtomValue(agentAtom)?.role === 'administrator';
	const open = useSetAtom(openMenu);
	const make = useSetAtom(perform);
	const store = useStore();
	const [isExporting, setExporting] = useState(false);
	const saveAll = async (): Promise<void> => {
		if (isExporting) return;
		setExporting(true);
		await make(id, async () => {
			const { exportContact } = await loadChunk(() => import('./exportContact.ts'));
			await store.set(exportContact, visitor.id);
		});
		setExporting(false);
	};
	return (
		<div className={styles.actions}>
			<TextButton onPress={() => open('edit-dialog')}>
				<Trans>Edit contact</Trans>
			</TextButton>
			<TextButton onPress={() => open('merge-dialog')}>
				<Trans>Merge contacts</Trans>
			</TextButton>
			{isAdministrator && (
				<>
					<TextButton isBusy={isExporting} onPress={() => void saveAll()}>
						<Trans>Export contact</Trans>
					</TextButton>
					<TextButton onPress={() => open('revoke-dialog')}>
						<Trans>Sign out everywhere</Trans>
					</TextButton>
					<div className={styles.danger}>
						<TextButton isDangerous onPress={() => open('delete-dialog')}>
							<Trans>Delete contact</Trans>
						</TextButton>
					</div>
				</>
			)}
		</div>
	);
}
