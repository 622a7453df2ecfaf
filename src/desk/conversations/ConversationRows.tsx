/**
 * The rows of the list, of which only those in sight are drawn: there may be thousands. The rows
 * are links, so that links work in every usual way; arrow keys move between them.
 */
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { conversationHref, selectedIdAtom } from '../common/route.ts';
import { isNearEnd } from '../common/scrolling.ts';
import type { Conversation } from './conversation.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { listProgressAtom, loadMoreConversations } from './list.ts';
import { selectionPartsAtom } from './selection.ts';
import { useRowFacts } from './useRowFacts.ts';
import { useRowFocus } from './useRowFocus.ts';
import { rowsInSight, useRowsInSight } from './useRowsInSight.ts';
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
	const { Tick } = useAtomValue(selectionPartsAtom) ?? {};
	const ids = conversations.map(({ id }) => id);
	const { scroller, sight, rowHeight, followScroll } = useRowsInSight(ids);
	const { list, focusedId, moveFocus, noteFocus } = useRowFocus<HTMLUListElement>(ids, selectedId, conversationHref);
	const drawn = rowsInSight(sight, ids, [selectedId, focusedId]);

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
				onFocus={noteFocus}
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
							{Tick && <Tick conversation={conversation} isReachable={conversation.id === focusedId} />}
						</li>
					);
				})}
			</ul>
			{children}
		</div>
	);
}
