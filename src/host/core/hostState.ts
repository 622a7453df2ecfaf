/**
 * The state of one widget on a page: the view renders it as a whole, and each part has one owner
 * that changes it.
 */
import type { ChannelLook } from '#protocol/entities/channel.ts';
import type { ConnectionState } from '#protocol/frame/frameToHost.ts';
import type { UserFacts } from '#protocol/frame/hostRequest.ts';
import type { Frame } from './frame.ts';
import type { IdentityProvider } from './identity.ts';
import type { HostSettings } from './settings.ts';
import type { Store } from './store.ts';
import type { Texts } from './texts.ts';

/** What the page asks for and what the server says of the channel: owned by `Channel`. */
export interface ChannelFacts {
	settings: HostSettings;
	texts: Texts;
	/**
	 * Nothing is shown while the server is asked, or when it knows no such channel. When it is
	 * unreachable, the launcher has defaults.
	 */
	channel: 'asking' | 'known' | 'unknown' | 'unreachable';
	look: ChannelLook | undefined;
}

/** How the panel is: owned by `PanelState`. */
export interface PanelFacts {
	isOpen: boolean;
	/** The panel opened without the visitor's doing: the focus stays where it is. */
	keepsFocus?: boolean;
	/**
	 * There is no chat here unless the page opens it: because of `hide` or `hide-on`, or as long as
	 * that is not clear.
	 */
	isHidden?: boolean;
	/** The closed panel shows a preview of unread messages. */
	isPreview: boolean;
	/** The viewport is so small that the panel covers it. */
	isMobile: boolean;
}

/** What the frame reports about itself. */
export interface FrameReport {
	/** CSS pixels; undefined for the panel's own height. */
	previewHeight: number | undefined;
	unreadCount: number;
	/** The chat's connection to the server. */
	connection: ConnectionState;
	/** Whether it has drawn its first view. */
	isDrawn: boolean;
	/** The launcher's text in the frame's language. */
	bubbleLabel: string | undefined;
}

/** The frame, and what it reports: owned by `FrameLife`. */
export interface FrameFacts extends FrameReport {
	frame: Frame | undefined;
	frameState: 'none' | 'starting' | 'ready' | 'unreachable';
}

/**
 * Who the visitor is, besides what the page's cookies say: owned by `VisitorMemory`. The tag of
 * another channel begins with nothing.
 */
export interface VisitorFacts {
	token?: string | undefined;
	/** The last user that the page has set, unless the server has refused them. */
	user?: { readonly identifier: string; readonly facts: UserFacts } | undefined;
	/** The page's `identityProvider`. */
	provider?: IdentityProvider | undefined;
	/** The fingerprint of the user that the server has accepted. */
	print?: string | undefined;
	/**
	 * Another window has given the browser another visitor: the frame is isolated from them until
	 * the page sets its user again.
	 */
	isIsolated?: boolean;
	/**
	 * The page has had the visitor forgotten: nothing is stored of them until they have a token
	 * again.
	 */
	isForgotten?: boolean;
}

export interface HostState extends ChannelFacts, PanelFacts, FrameFacts {
	readonly visitor: VisitorFacts;
}

/** An owner's access to the state: it reads all of it, and writes its own part. */
export interface Part<T> extends ReadableState {
	set: (change: Partial<T>) => void;
}

export type ReadableState = Pick<Store<HostState>, 'get' | 'subscribe'>;
