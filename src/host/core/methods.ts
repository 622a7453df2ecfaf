import type { Message } from '#protocol/entities.ts';
import type { DarkMode } from '#protocol/darkMode.ts';
import type { ConnectionState } from '#protocol/frameToHost.ts';
import type { UserFacts } from '#protocol/hostToFrame.ts';

/** What `getState` answers. */
export interface ChatState {
	isOpen: boolean;
	unreadCount: number;
	connection: ConnectionState;
}

/**
 * What the page can ask of the element, beside its attributes. To add a method, write it here, with a
 * comment, which becomes its row in docs/tag.md; name it in `METHODS`, and say in `performMethod.ts` what it does: that is loaded with the first call.
 */
export interface HostMethods {
	/** Opens the panel on the messages, also out of a preview. Resolves when the chat is there. */
	open(): Promise<void>;
	/** Closes the panel, or a preview. */
	close(): Promise<void>;
	/** Opens the panel, or closes it. */
	toggle(): Promise<void>;
	/**
	 * What the page sees of the chat now, without loading it: whether the panel is open, how many messages the visitor has not
	 * seen, and the chat's connection to the server, `idle` while there is none.
	 */
	getState(): Promise<ChatState>;
	/**
	 * Takes the chat into a window of its own, and closes the panel. A visitor without a session gets one, so that page and
	 * window are one conversation. Call it while you handle what the visitor did: a browser opens no window otherwise, and
	 * `POP_OUT_BLOCKED` rejects.
	 */
	popout(): Promise<void>;
	/**
	 * Tells who the visitor is on this site. Resolves when the server has accepted it; rejects with an error whose `code` is
	 * `SET_USER_ERROR`, and whose `data` is the server's answer, when it refused.
	 */
	setUser(identifier: string | number, user?: UserFacts): Promise<void>;
	/** Merges attributes into the visitor's record, for the team to see. */
	setCustomAttributes(attributes: Record<string, unknown>): Promise<void>;
	/** Removes an attribute of the visitor's record. */
	deleteCustomAttribute(name: string): Promise<void>;
	/** Replaces the conversation's attributes. Rejects with `NO_CONVERSATION` before there is one. */
	setConversationCustomAttributes(attributes: Record<string, unknown>): Promise<void>;
	/** Removes an attribute of the conversation. Rejects with `NO_CONVERSATION` before there is one. */
	deleteConversationCustomAttribute(name: string): Promise<void>;
	/** Puts one of the team's labels on the conversation. Rejects with `NO_CONVERSATION` before there is one. */
	setLabel(label: string): Promise<void>;
	/** Takes a label off the conversation. Rejects with `NO_CONVERSATION` before there is one. */
	removeLabel(label: string): Promise<void>;
	/** Changes the interface language, as the attribute `locale` does. */
	setLocale(locale?: string): Promise<void>;
	/** Changes the colours, as the attribute `dark-mode` does. */
	setColorScheme(mode?: DarkMode): Promise<void>;
	/** Shows or hides the launcher, as the attribute `hide-message-bubble` does; without a word the other way round. */
	toggleBubbleVisibility(visibility?: 'show' | 'hide'): Promise<void>;
	/**
	 * Sends a message in the visitor's name. Resolves with the message once the server has it; one that cannot be sent stays in
	 * the chat, from where the visitor can send it again, and rejects with `REQUEST_FAILED`.
	 */
	sendMessage(content: string): Promise<Message>;
	/** Puts a text into the composer. What the visitor has typed stays, and `DRAFT_EXISTS` rejects, unless told to `replace`. */
	prefill(content: string, options?: { replace?: boolean }): Promise<void>;
	/**
	 * Opens the panel on an article of the channel's help centre, by its slug or by its address. Rejects with
	 * `NOT_IN_HELP_CENTRE` where that leads anywhere else.
	 */
	showArticle(article: string): Promise<void>;
	/**
	 * Brings up a campaign at once, on whichever page and at whatever hour, also when the visitor has closed one before. Rejects
	 * with `CAMPAIGN_NOT_FOUND`, `PANEL_OPEN` or `CONVERSATION_EXISTS`.
	 */
	triggerCampaign(id: number): Promise<void>;
	/** The visitor consents: what `consent="required"` held back begins. The page remembers the consent itself. */
	grantConsent(): Promise<void>;
	/**
	 * Deletes what the server has of the visitor (record, conversations, files), and forgets the visitor on this device. Where
	 * the server cannot be reached nothing is forgotten, and `REQUEST_FAILED` rejects.
	 */
	forget(): Promise<void>;
	/** Forgets the visitor on this device, for instance when they sign out. Resolves when that is done. */
	reset(): Promise<void>;
}

/** Those that `performMethod.ts` knows to do; the rest is done at once. */
export type LateMethod = Exclude<
	keyof HostMethods,
	'open' | 'close' | 'toggle' | 'getState' | 'setLocale' | 'setColorScheme' | 'toggleBubbleVisibility' | 'grantConsent'
>;

const METHODS: Record<LateMethod, 1> = {
	popout: 1,
	setUser: 1,
	setCustomAttributes: 1,
	deleteCustomAttribute: 1,
	setConversationCustomAttributes: 1,
	deleteConversationCustomAttribute: 1,
	setLabel: 1,
	removeLabel: 1,
	sendMessage: 1,
	prefill: 1,
	showArticle: 1,
	triggerCampaign: 1,
	forget: 1,
	reset: 1,
};

export const LATE_METHODS = Object.keys(METHODS) as LateMethod[];
