/**
 * The list of conversations: above it the choice of the view, and at its end how much is loaded.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { websitesAtom } from '../account/account.ts';
import { settingsHref } from '../common/route.ts';
import { TextButton } from '../common/TextButton.tsx';
import { agentAtom } from '../session/session.ts';
import { viewAtom } from './chosenView.ts';
import { ConversationRows } from './ConversationRows.tsx';
import { countsAtom } from './counts.ts';
import { listedConversationsAtom, listProgressAtom, loadMoreConversations } from './list.ts';
import { selectionAtom, selectionPartsAtom } from './selection.ts';
import { keyOfView } from './view.ts';
import { ViewChoice } from './ViewChoice.tsx';
import styles from './ConversationList.module.css';

/** @param saved what shows a saved view where one is chosen */
export function ConversationList({ saved }: { saved: ReactNode }) {
	const { t } = useLingui();
	const view = useAtomValue(viewAtom);
	const conversations = useAtomValue(listedConversationsAtom);
	const parts = useAtomValue(selectionPartsAtom);
	const isSelecting = useAtomValue(selectionAtom).size > 0;
	return (
		<nav className={styles.list} aria-label={t`Conversations`}>
			<div className={styles.head}>
				<div inert={isSelecting}>
					<ViewChoice saved={saved} />
				</div>
				{parts && <parts.Bar />}
			</div>
			<ConversationRows key={keyOfView(view)} conversations={conversations}>
				<ListProgress isEmpty={conversations.length === 0} />
			</ConversationRows>
		</nav>
	);
}

function ListProgress({ isEmpty }: { isEmpty: boolean }) {
	const { state, next } = useAtomValue(listProgressAtom);
	const counts = useAtomValue(countsAtom);
	const loadMore = useSetAtom(loadMoreConversations);
	// Once a page shows the chat there is nothing left to do.
	const isSeen = useAtomValue(websitesAtom).some(({ page_seen_at }) => page_seen_at !== 0);
	const isOwner = useAtomValue(agentAtom)?.role === 'administrator';
	if (state === 'idle' && isEmpty && next === null) {
		return (
			<p className={styles.note}>
				<Trans>No conversations here. New ones will appear automatically.</Trans>{' '}
				{counts?.all_count === 0 && !isSeen && (
					<a href={settingsHref(isOwner ? 'start' : 'websites')}>
						<Trans>Put the chat on your website</Trans>
					</a>
				)}
			</p>
		);
	}
	if (next === null) return null;
	return (
		<div className={styles.note}>
			{state === 'loading' && (
				<p role="status">
					<Trans>Loading…</Trans>
				</p>
			)}
			{state === 'failed' && (
				<p role="alert">
					<Trans>The conversations could not be loaded.</Trans>
				</p>
			)}
			{(state === 'failed' || next !== undefined) && (
				<TextButton isBusy={state === 'loading'} onPress={() => void loadMore()}>
					{state === 'failed' ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
				</TextButton>
			)}
		</div>
	);
}
