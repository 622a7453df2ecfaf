/**
 * The visitor's facts, beside the thread: who they are, where they write from, and what was before.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createLazy } from '#ui/createLazy.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { loadLate } from '../../common/loadLate.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import type { Conversation } from '../../conversations/conversation.ts';
import { ContactActions } from './ContactActions.tsx';
import { ContactHead } from './ContactHead.tsx';
import { ConversationLinks } from './ConversationLinks.tsx';
import { FactList } from './FactList.tsx';
import { useContact } from './useContact.ts';
import { toggleFacts } from '../model/factsPanel.ts';
import { openMenu, perform } from '../model/threadMenus.ts';
import styles from './VisitorFacts.module.css';

const Followers = createLazy(async () => (await loadLate(() => import('./Followers.tsx'))).Followers, WaitingNote);

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
	const make = useSetAtom(perform);
	const [areFollowersShown, showFollowers] = useState(false);
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
				<ContactHead visitor={visitor} known={known?.contact} />
				{isOver && <IconButton label={t`Close`} icon="close" onPress={() => close()} />}
			</div>
			<FactList conversation={conversation} known={known} onEdit={() => open('edit-dialog')} />
			{hasFailed && <WaitingNote hasFailed retry={retry} />}
			<details className={styles.followers} onToggle={({ currentTarget: { open: isOpen } }) => showFollowers(isOpen)}>
				<summary>
					<Trans>Followers</Trans>
				</summary>
				{areFollowersShown && <Followers key={conversation.id} conversation={conversation} />}
			</details>
			<ConversationLinks title={<Trans>Earlier conversations</Trans>} conversations={earlier} />
			<ContactActions id={visitor.id} onOpen={open} perform={(act) => make(conversation.id, act)} />
		</aside>
	);
}
