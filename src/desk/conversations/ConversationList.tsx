/**
 * The list of conversations with its filter. The rows are links, so that links work in every usual way; arrow keys move
 * between them.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type UIEvent } from 'react';
import { conversationHref, selectedIdAtom } from '../common/route.ts';
import { isNearEnd } from '../common/scrolling.ts';
import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import { TextButton } from '../common/TextButton.tsx';
import {
	chooseFilter,
	listedConversationsAtom,
	listProgressAtom,
	loadMoreConversations,
	statusFilterAtom,
	type StatusFilter,
} from './conversations.ts';
import { ConversationRow } from './ConversationRow.tsx';
import styles from './ConversationList.module.css';

export function ConversationList() {
	const { t } = useLingui();
	const conversations = useAtomValue(listedConversationsAtom);
	const selectedId = useAtomValue(selectedIdAtom);
	const loadMore = useSetAtom(loadMoreConversations);
	const rows = useFocusOnReturn(selectedId);
	const loadMoreAtEnd = ({ currentTarget }: UIEvent<HTMLElement>): void => {
		if (isNearEnd(currentTarget)) void loadMore();
	};
	return (
		<nav className={styles.list} aria-label={t`Conversations`}>
			<FilterChoice />
			<div className={styles.scroller} tabIndex={-1} onScroll={loadMoreAtEnd}>
				<ul ref={rows} onKeyDown={moveFocus}>
					{conversations.map((conversation) => (
						<li key={conversation.id}>
							<ConversationRow conversation={conversation} isSelected={conversation.id === selectedId} />
						</li>
					))}
				</ul>
				<ListProgress isEmpty={conversations.length === 0} />
			</div>
		</nav>
	);
}

function FilterChoice() {
	const chosen = useAtomValue(statusFilterAtom);
	const choose = useSetAtom(chooseFilter);
	const labels: Record<StatusFilter, ReactNode> = {
		open: <Trans context="conversations">Open</Trans>,
		resolved: <Trans context="conversations">Resolved</Trans>,
		all: <Trans context="conversations">All</Trans>,
	};
	return (
		<fieldset className={styles.filter}>
			<legend>
				<VisuallyHidden>
					<Trans>Show conversations</Trans>
				</VisuallyHidden>
			</legend>
			{Object.entries(labels).map(([filter, label]) => (
				<label key={filter} className={styles.choice}>
					<input
						type="radio"
						name="status"
						checked={filter === chosen}
						onChange={() => choose(filter as StatusFilter)}
					/>
					<span>{label}</span>
				</label>
			))}
		</fieldset>
	);
}

function ListProgress({ isEmpty }: { isEmpty: boolean }) {
	const { state, next } = useAtomValue(listProgressAtom);
	const loadMore = useSetAtom(loadMoreConversations);
	if (state === 'idle' && isEmpty) {
		return (
			<p className={styles.note}>
				<Trans>No conversations here. New ones will appear automatically.</Trans>
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

/** On a phone the conversation replaces the list and has the focus. On return, the focus goes to that conversation's row. */
function useFocusOnReturn(selectedId: number | undefined) {
	const rows = useRef<HTMLUListElement>(null);
	useEffect(() => {
		const list = rows.current;
		if (!list || selectedId === undefined) return;
		return () => {
			if (document.activeElement !== document.body) return;
			list.querySelector<HTMLElement>(`a[href="${conversationHref(selectedId)}"]`)?.focus();
		};
	}, [selectedId]);
	return rows;
}

/** Up, down, Home and End move the focus between the rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
	const rows = [...event.currentTarget.querySelectorAll('a')];
	const current = rows.findIndex((row) => row === document.activeElement);
	const targets: Record<string, number> = {
		ArrowUp: current - 1,
		ArrowDown: current + 1,
		Home: 0,
		End: rows.length - 1,
	};
	const target = targets[event.key];
	if (target === undefined) return;
	event.preventDefault();
	rows[Math.max(0, target)]?.focus();
}
