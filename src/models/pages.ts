/** Reads a conversation's messages from the server, page by page. */
import type { Message } from '#protocol/entities/entities.ts';
import { MESSAGES_AFTER, MESSAGES_BETWEEN, MESSAGES_PER_PAGE } from '#protocol/base/limits.ts';

export interface Page {
	payload: readonly Message[];
	/**
	 * The server ended the page early because it would have become too large, so there are more
	 * messages.
	 */
	isCut: boolean;
}

/** Whether there may be more messages after this page. */
export function isFullPage({ payload, isCut }: Page, size: number = MESSAGES_PER_PAGE): boolean {
	return isCut || payload.length >= size;
}

/**
 * Reads all messages after the one with the id `start`, and passes each page to `take`. Rejects
 * where `read` does.
 */
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

/**
 * Loads the newest MESSAGES_BETWEEN of the `known` messages before the id `before` again, since
 * they may have been answered, rated or deleted. Calls `take` with each page. Rejects where `read`
 * does.
 */
export async function rereadPage<P extends Page>(
	known: readonly Message[],
	before: number,
	read: (range: { after: number; before: number }) => Promise<P>,
	take: (page: P) => void,
): Promise<void> {
	let after = known.filter(({ id }) => id < before).slice(-MESSAGES_BETWEEN)[0]?.id;
	while (after !== undefined) {
		const page = await read({ after, before });
		take(page);
		after = page.isCut ? idAfter(page.payload) : undefined;
	}
}

/**
 * Reads the messages from the one with the id `first` on, up to the one before `before`. Rejects
 * where `read` does.
 */
export async function readRange(
	first: number,
	before: number,
	read: (range: { after: number; before: number }) => Promise<Page>,
): Promise<Message[]> {
	const messages: Message[] = [];
	let after: number | undefined = first;
	while (after !== undefined) {
		const page = await read({ after, before });
		messages.push(...page.payload);
		after = isFullPage(page, MESSAGES_BETWEEN) ? idAfter(page.payload) : undefined;
	}
	return messages;
}

/** Id after which the next page between two messages begins; undefined after an empty page. */
function idAfter(page: readonly Message[]): number | undefined {
	const last = page.at(-1);
	return last && last.id + 1;
}
