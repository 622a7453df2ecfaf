import type { Message } from '#protocol/entities.ts';
import type { ElementErrorCode } from '#protocol/errors.ts';
import type { ConnectionState } from '#protocol/frameToHost.ts';

/** What the host tells the page: event name → `detail`. */
export interface HostEvents {
	/** The chat answers: the frame listens. */
	ready: null;
	/** The panel opened. A preview does not count. */
	open: null;
	close: null;
	/** A message of any sender arrived, or was answered. */
	message: Message;
	/** An agent wrote. `message` comes too, as for every message. */
	'agent-message': Message;
	/** The visitor begins a conversation, or with `hasConversation` a new one. */
	'start-conversation': { hasConversation: boolean };
	/** The chat's connection to the server; `lost` means that it is being sought again. */
	connection: { state: ConnectionState };
	/** The visitor pressed a button of a card that a bot or an agent made for the page; the server is not told. */
	postback: { payload: string };
	/** The number of messages that the visitor has not seen changed. */
	unread: { count: number };
	/** The visitor chose the preview of unread messages: the panel opens. */
	'unread-click': null;
	/** The visitor accepted a campaign: the panel opens. */
	'campaign-click': null;
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
