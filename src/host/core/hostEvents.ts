import type { Message } from '#protocol/entities/entities.ts';
import type { ElementErrorCode } from '#protocol/base/errors.ts';
import type { ConnectionState } from '#protocol/frame/frameToHost.ts';

/** The events that the host dispatches to the page: event name → `detail`. */
export interface HostEvents {
	/** The chat is ready: its frame answers. */
	ready: null;
	/** The panel opened. A preview does not count. */
	open: null;
	/** The panel closed. A preview does not count. */
	close: null;
	/** A message arrived in the visitor's conversation, from any sender, or was answered there. */
	message: Message;
	/** An agent wrote. `message` is dispatched too, as for every message. */
	'agent-message': Message;
	/** The visitor begins a conversation; with `hasConversation` there was one before. */
	'start-conversation': { hasConversation: boolean };
	/** The chat's connection to the server; `lost` means that it is being restored. */
	connection: { state: ConnectionState };
	/**
	 * The visitor pressed a button of a card whose payload a bot or an agent meant for the page;
	 * the server is not told.
	 */
	postback: { payload: string };
	/** The number of messages that the visitor has not seen changed. */
	unread: { count: number };
	/** The visitor pressed the preview of unread messages, which opens the panel. */
	'unread-click': null;
	/** The visitor accepted a campaign, which opens the panel. */
	'campaign-click': null;
	/**
	 * The team or the visitor ended the conversation, while the chat was connected. Of several tabs
	 * one is told.
	 */
	'conversation-ended': null;
	/**
	 * The visitor rated the conversation, from 1 to 5; with `isChanged` it takes the place of the
	 * rating before. Feedback in words dispatches nothing more.
	 */
	rated: { rating: number; isChanged: boolean };
	/** An article of the help centre was shown in the open chat; `slug` names it in addresses. */
	'article-shown': { slug: string };
	/**
	 * The visitor submitted a form, and the server has it: the one before a conversation, the one
	 * for leaving a message, one in a message, or the question for an e-mail address.
	 */
	'form-submitted': { form: 'pre-chat' | 'leave-message' | 'form' | 'email' };
	/** The server has a file, or a recorded voice, that the visitor sent. */
	'attachment-sent': { type: 'image' | 'audio' | 'video' | 'file' };
	/**
	 * The chat cannot be loaded, the server refused the user, or a method was given what it does
	 * not accept: see "Errors".
	 */
	error: HostErrorDetail;
}

export interface HostErrorDetail {
	code: ElementErrorCode;
	/** For people; the wording may change. */
	message: string;
	/** The server's answer, if there was one. */
	data?: unknown;
}

/**
 * The events by which the host asks the page, where `ask-before` says so: event name → `detail`.
 */
export interface HostQuestions {
	/** The panel is about to open, by the visitor, the page or itself. */
	'before-open': null;
	/** The open panel is about to close. */
	'before-close': null;
	/** The visitor sends what is in the composer. */
	'before-send': OutgoingMessage;
	/**
	 * A message of the team or the website is about to be shown; refused, it is neither shown nor
	 * counted, and no event follows.
	 */
	'before-message': Message;
}

/** What is about to be sent; a listener may change it. */
export interface OutgoingMessage {
	content: string;
	/** Files can be taken out of the list, and stay in the composer then. */
	attachments: { id: string; name: string; type: string; size: number }[];
	/**
	 * What the visitor reads when it is refused, in their language; otherwise the chat has a
	 * sentence of its own.
	 */
	reason?: string;
}

/** An event that a listener may cancel, also later if it says until when the chat shall wait. */
export interface HostQuestion<T> extends CustomEvent<T> {
	/**
	 * Waits until the promise settles, but no longer than 2 seconds. To be called while the event
	 * is dispatched.
	 */
	waitUntil: (promise: Promise<unknown>) => void;
}

/** Dispatches an event on the element. */
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
