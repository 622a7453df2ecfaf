import type { Message } from '#protocol/entities.ts';
import type { ElementErrorCode } from '#protocol/errors.ts';

/** What the host tells the page: event name → `detail`. */
export interface HostEvents {
	/** The chat answers: the frame listens. */
	ready: null;
	/** The panel opened. A preview does not count. */
	open: null;
	close: null;
	/** A message of any sender arrived, or was answered. */
	message: Message;
	/** The visitor pressed a button of a card that a bot or an agent made for the page; the server is not told. */
	postback: { payload: string };
	/** The number of messages that the visitor has not seen changed. */
	unread: { count: number };
	error: HostErrorDetail;
}

export interface HostErrorDetail {
	code: ElementErrorCode;
	/** For people; may change. */
	message: string;
	/** The server's answer, where there was one. */
	data?: unknown;
}

export type EmitHostEvent = <E extends keyof HostEvents>(name: E, detail: HostEvents[E]) => void;

/** What the element's methods reject with. */
export class HostError extends Error {
	override readonly name = 'LiveChatWidgetError';
	readonly code: ElementErrorCode;
	readonly data: unknown;

	constructor(code: ElementErrorCode, message: string, data?: unknown) {
		super(message);
		this.code = code;
		this.data = data;
	}
}
