import { useAtomValue } from 'jotai/react';
import { useMemo } from 'react';
import { websitesAtom } from '../account/account.ts';
import type { ReplyPromise } from '../account/businessTime.ts';
import { startOfToday } from '../common/time.ts';
import { viewAtom } from './chosenView.ts';
import type { Conversation } from './conversation.ts';

/** What the rows of a list tell beside visitor and preview: only what differs within the list. */
export interface RowFacts {
	/** Inbox's id → the website's name; empty where all conversations are of one website. */
	websites: ReadonlyMap<number, string>;
	/** Inbox's id → what its website promises. */
	promises: ReadonlyMap<number, ReplyPromise>;
	hasAssignees: boolean;
	/** Whether the rows have a third line: all of them or none, since they are of one height. */
	hasThirdLine: boolean;
	/** When the day began by which times are written, in milliseconds since the epoch. */
	today: number;
}

export function useRowFacts(conversations: readonly Conversation[]): RowFacts {
	const inboxes = useAtomValue(websitesAtom);
	const { assignee, inboxId } = useAtomValue(viewAtom);
	const areWebsitesMixed = inboxes.length > 1 && inboxId === undefined;
	const hasAssignees = assignee === 'all';
	const hasThirdLine = areWebsitesMixed || conversations.some((conversation) => conversation.labels.length > 0);
	const today = startOfToday();
	return useMemo(
		() => ({
			websites: new Map(areWebsitesMixed ? inboxes.map(({ id, name }) => [id, name]) : []),
			promises: new Map(inboxes.map((inbox) => [inbox.id, inbox])),
			hasAssignees,
			hasThirdLine,
			today,
		}),
		[inboxes, areWebsitesMixed, hasAssignees, hasThirdLine, today],
	);
}
