/** Pages of messages that never become too large (docs/wire.md, Messages). */
import type { Message, PageMeta } from '#protocol/entities.ts';
import { MESSAGES_PAGE_BYTES } from '#protocol/limits.ts';

/** Which page was requested, and whether it was cut when it was read. */
interface AskedPage {
	before?: number | undefined;
	after?: number | undefined;
	isCut: boolean;
}

/** The size includes senders and files. A page after an id keeps its oldest messages, any other page its newest. */
export function presentPage(
	messages: readonly Message[],
	{ after, isCut }: AskedPage,
): { payload: Message[]; meta: PageMeta } {
	const isFromEnd = after === undefined;
	const ordered = isFromEnd ? messages.toReversed() : messages;
	const fitting = takeFitting(ordered);
	return {
		payload: isFromEnd ? fitting.toReversed() : fitting,
		meta: isCut || fitting.length < messages.length ? { is_cut: true } : {},
	};
}

function takeFitting(messages: readonly Message[]): Message[] {
	let total = 0;
	const tooMuch = messages.findIndex(
		(message) => (total += Buffer.byteLength(JSON.stringify(message))) > MESSAGES_PAGE_BYTES,
	);
	return messages.slice(0, tooMuch === -1 ? undefined : Math.max(1, tooMuch));
}
