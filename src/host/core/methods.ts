import type { DarkMode } from '#protocol/darkMode.ts';
import type { ConnectionState } from '#protocol/frameToHost.ts';
import type { FrameMethods } from '#protocol/hostMethods.ts';
// The build makes this module of the other one.
// oxlint-disable-next-line import/default
import lateMethods from '#protocol/hostMethods.ts?names';

/** What `getState` answers. */
export interface ChatState {
	isOpen: boolean;
	unreadCount: number;
	connection: ConnectionState;
}

/** What the page can ask of the element, beside its attributes. Here is what it does itself, at once; the rest is for the frame. */
export interface HostMethods extends FrameMethods {
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
	/** Changes the interface language, as the attribute `locale` does. */
	setLocale(locale?: string): Promise<void>;
	/** Changes the colours, as the attribute `dark-mode` does. */
	setColorScheme(mode?: DarkMode): Promise<void>;
	/** Shows or hides the launcher, as the attribute `hide-message-bubble` does; without a word the other way round. */
	toggleBubbleVisibility(visibility?: 'show' | 'hide'): Promise<void>;
	/** The visitor consents: what `consent="required"` held back begins. The page remembers the consent itself. */
	grantConsent(): Promise<void>;
}

/** Those that the code of `performMethod.ts` is loaded for. */
export type LateMethod = keyof FrameMethods;

export const LATE_METHODS = lateMethods as LateMethod[];
