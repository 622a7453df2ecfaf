import type { Message } from '#protocol/entities.ts';
import type { ElementErrorCode } from '#protocol/errors.ts';
import type { ConnectionState } from '#protocol/frameToHost.ts';

/** The events that the host dispatches to the page: event name → `detail`. */
export interface HostEvents {
	/** The chat is ready: its frame answers. */
	ready: null;
	/** The panel opened. A preview does not count. */
	open: null;
	close: null;
	/** A message arrived, from any sender, or was answered. */
	message: Message;
	/** An agent wrote. `message` is dispatched too, as for every message. */
	'agent-message': Message;
	/** The visitor begins a conversation; with `hasConversation` there was one before. */
	'start-conversation': { hasConversation: boolean };
	/** The chat's connection to the server; `lost` means that it is being restored. */
	connection: { state: ConnectionState };
	/** The visitor pressed a button of a card whose payload a bot or an agent meant for the page; the server is not told. */
	postback: { payload: string };
	/** The number of messages that the visitor has not seen changed. */
	unread: { count: number };
	/** The visitor pressed the preview of unread messages, which opens the panel. */
	'unread-click': null;
	/** The visitor accepted a campaign, which opens the panel. */
	'campaign-click': null;
	error: HostErrorDetail;
}

export interface HostErrorDetail {
	code: ElementErrorCode;
	/** For people; the wording may change. */
	message: string;
	/** The server's answer, if there was one. */
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
