/**
 * The rows of the list, of which only those in sight are drawn: there may be thousands. The rows
 * are links, so that links work in every usual way; arrow keys move between them.
 */
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { conversationHref, selectedIdAtom } from '../common/route.ts';
import { isNearEnd } from '../common/scrolling.ts';
import type { Conversation } from './conversation.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { listProgressAtom, loadMoreConversations } from './list.ts';
import { rowsInSight, useRowsInSight } from './useRowsInSight.ts';
import { useRowFacts } from './useRowFacts.ts';
import styles from './ConversationRows.module.css';

interface Props {
	conversations: readonly Conversation[];
	/** What stands after the last row. */
	children: ReactNode;
}

export function ConversationRows({ conversations, children }: Props) {
	const selectedId = useAtomValue(selectedIdAtom);
	const { next } = useAtomValue(listProgressAtom);
	const loadMore = useSetAtom(loadMoreConversations);
	const facts = useRowFacts(conversations);
	const ids = conversations.map(({ id }) => id);
	const { scroller, sight, rowHeight, followScroll } = useRowsInSight(ids);
	const { list, focusedId, focusRow, noteFocus } = useRowFocus(selectedId);
	const drawn = rowsInSight(sight, ids, [selectedId, focusedId]);

	const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
		const current = ids.findIndex((id) => isRowOf(id, document.activeElement));
		const targets: Record<string, number> = {
			ArrowUp: current - 1,
			ArrowDown: current + 1,
			Home: 0,
			End: ids.length - 1,
		};
		const target = targets[event.key];
		if (target === undefined) return;
		event.preventDefault();
		const id = ids[Math.min(Math.max(0, target), ids.length - 1)];
		if (id !== undefined) flushSync(() => focusRow(id));
	};

	return (
		<div
			ref={scroller}
			className={styles.scroller}
			tabIndex={-1}
			onScroll={({ currentTarget }) => {
				followScroll();
				if (isNearEnd(currentTarget)) void loadMore();
			}}
		>
			<ul
				ref={list}
				className={styles.rows}
				style={{ blockSize: ids.length * rowHeight }}
				onKeyDown={moveFocus}
				onFocus={({ target }) => noteFocus(ids.find((id) => isRowOf(id, target)))}
			>
				{drawn.map((index) => {
					const conversation = conversations[index];
					if (!conversation) return null;
					return (
						<li
							key={conversation.id}
							style={{ insetBlockStart: index * rowHeight }}
							aria-posinset={index + 1}
							aria-setsize={next === null ? ids.length : -1}
						>
							<ConversationRow conversation={conversation} isSelected={conversation.id === selectedId} facts={facts} />
						</li>
					);
				})}
			</ul>
			{children}
		</div>
	);
}

function isRowOf(id: number, element: Element | null): boolean {
	return element?.getAttribute('href') === conversationHref(id);
}

/**
 * The row that has the focus stays drawn when it is scrolled away. On a phone the conversation
 * replaces the list and has the focus; on return the focus goes to that conversation's row.
 */
function useRowFocus(selectedId: number | undefined) {
	const list = useRef<HTMLUListElement>(null);
	const [focusedId, noteFocus] = useState<number>();
	const [wanted, setWanted] = useState<{ id: number }>();

	useLayoutEffect(() => {
		if (wanted) list.current?.querySelector<HTMLElement>(`a[href="${conversationHref(wanted.id)}"]`)?.focus();
	}, [wanted]);
	useEffect(() => {
		if (selectedId === undefined) return;
		return () => {
			if (document.activeElement === document.body) setWanted({ id: selectedId });
		};
	}, [selectedId]);

	return { list, focusedId: wanted?.id ?? focusedId, focusRow: (id: number) => setWanted({ id }), noteFocus };
}
