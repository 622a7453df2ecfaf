import type { DarkMode } from '#protocol/entities/darkMode.ts';
import type { ConnectionState } from '#protocol/frame/frameToHost.ts';
import type { FrameMethods } from '#protocol/frame/hostMethods.ts';
// The build generates this module from the table.
// oxlint-disable-next-line import/default
import lateMethods from '#protocol/frame/hostMethods.ts?names';

/** What `getState` answers. */
export interface ChatState {
	isOpen: boolean;
	unreadCount: number;
	connection: ConnectionState;
}

/**
 * Everything that a page can call on the element, besides attributes. The methods here are carried
 * out by the element itself, at once; the others by the frame.
 */
export interface HostMethods extends FrameMethods {
	/**
	 * Opens the panel on the messages, also from a preview; a chat that is always open comes into
	 * view. Resolves when the chat is shown.
	 */
	open(): Promise<void>;
	/** Closes the panel, or a preview. */
	close(): Promise<void>;
	/** Opens the panel, or closes an open one; a chat that is always open comes into view. */
	toggle(): Promise<void>;
	/**
	 * The state of the chat, without loading it: whether the panel is open, how many messages the
	 * visitor has not seen, and the chat's connection to the server, `idle` while there is none.
	 */
	getState(): Promise<ChatState>;
	/**
	 * Changes the interface language, as the attribute `locale` does; without an argument to
	 * English.
	 */
	setLocale(locale?: string): Promise<void>;
	/** Changes the colours, as the attribute `dark-mode` does; without an argument to `light`. */
	setColorScheme(mode?: DarkMode): Promise<void>;
	/**
	 * Shows or hides the launcher, as the attribute `hide-message-bubble` does; without an argument
	 * it toggles it.
	 */
	toggleBubbleVisibility(visibility?: 'show' | 'hide'): Promise<void>;
	/**
	 * The visitor consents: what `consent="required"` held back begins. The page itself has to
	 * remember the consent.
	 */
	grantConsent(): Promise<void>;
}

/** The methods for which the code of `performMethod.ts` is loaded. */
export type LazyMethod = keyof FrameMethods;

export const LATE_METHODS = lateMethods as LazyMethod[];
