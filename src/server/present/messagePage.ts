/** Pages of messages that never become too large (docs/wire.md, Messages). */
import type { Message, PageMeta } from '#protocol/entities/entities.ts';
import { PAGE_BYTES } from '../store/messages/messages.ts';

/** Which page was requested, and whether it was cut when it was read. */
interface AskedPage {
	after?: number | undefined;
	isCut: boolean;
}

/**
 * The size, `bytes`, includes senders and files. A page after an id keeps its oldest messages, any
 * other page its newest.
 */
export function presentPage(
	messages: readonly Message[],
	{ after, isCut }: AskedPage,
): { payload: Message[]; meta: PageMeta; bytes: number } {
	const isFromEnd = after === undefined;
	const ordered = isFromEnd ? messages.toReversed() : messages;
	const { fitting, bytes } = takeFitting(ordered);
	return {
		payload: isFromEnd ? fitting.toReversed() : [...fitting],
		meta: isCut || fitting.length < messages.length ? { is_cut: true } : {},
		bytes,
	};
}

function takeFitting(messages: readonly Message[]): { fitting: readonly Message[]; bytes: number } {
	let bytes = 0;
	for (const [index, message] of messages.entries()) {
		const more = Buffer.byteLength(JSON.stringify(message));
		if (index > 0 && bytes + more > PAGE_BYTES) return { fitting: messages.slice(0, index), bytes };
		bytes += more;
	}
	return { fitting: messages, bytes };
}
