/** Reads a conversation's messages from the server, page by page. */
import type { Message } from '#protocol/entities.ts';
import { MESSAGES_AFTER, MESSAGES_PER_PAGE } from '#protocol/limits.ts';

export interface Page {
	payload: readonly Message[];
	/** The server ended the page early because it would have become too large, so there are more messages. */
	isCut: boolean;
}

/** Whether there may be more messages after this page. */
export function isFullPage({ payload, isCut }: Page, size: number = MESSAGES_PER_PAGE): boolean {
	return isCut || payload.length >= size;
}

/** Reads all messages after the one with the id `start`, and passes each page to `take`. Rejects where `read` does. */
export async function readAfter<P extends Page>(
	start: number,
	read: (after: number) => Promise<P>,
	take: (page: P, last: Message) => void,
): Promise<void> {
	let after = start;
	let isMore = true;
	while (isMore) {
		const page = await read(after);
		const last = page.payload.at(-1);
		if (!last) return;
		after = last.id;
		take(page, last);
		isMore = isFullPage(page, MESSAGES_AFTER);
	}
}
