/** What one widget on a page knows: the view draws it as a whole, and each part has one owner that changes it. */
import type { ChannelLook } from '#protocol/channel.ts';
import type { ConnectionState } from '#protocol/frameToHost.ts';
import type { UserFacts } from '#protocol/hostToFrame.ts';
import type { Frame } from './frame.ts';
import type { HostSettings } from './settings.ts';
import type { Store } from './store.ts';
import type { Texts } from './texts.ts';

/** What the page asks for and the server says of the channel: owned by `Channel`. */
export interface ChannelFacts {
	settings: HostSettings;
	texts: Texts;
	/** Nothing shows while the server is asked, or when it knows no such channel; unreachable, the launcher has defaults. */
	channel: 'asking' | 'known' | 'unknown' | 'unreachable';
	look: ChannelLook | undefined;
}

/** How the panel is: owned by `PanelState`. */
export interface PanelFacts {
	isOpen: boolean;
	/** It opened in another tag's stead: the visitor is where they were. */
	keepsFocus?: boolean;
	/** The closed panel shows unread messages. */
	isPreview: boolean;
	/** The viewport is so small that the panel covers it. */
	isMobile: boolean;
}

/** What the frame says of itself. */
export interface FrameReport {
	/** CSS pixels; undefined for the panel's own height. */
	previewHeight: number | undefined;
	unreadCount: number;
	/** The chat's, to the server. */
	connection: ConnectionState;
	/** The launcher's text as the frame has it, in its language. */
	bubbleLabel: string | undefined;
}

/** The frame and what it says: owned by `FrameLife`. */
export interface FrameFacts extends FrameReport {
	frame: Frame | undefined;
	frameState: 'none' | 'starting' | 'ready' | 'unreachable';
}

/** Who the visitor is, beside what the page's cookies say: owned by `VisitorMemory`. Another channel's tag begins without. */
export interface VisitorFacts {
	token?: string | undefined;
	/** The last user whom the page has told, unless the server has refused them. */
	user?: { readonly identifier: string; readonly facts: UserFacts } | undefined;
	/** The fingerprint of the user whom the server has accepted. */
	print?: string | undefined;
	/** Another window has made the browser's visitor somebody else: the frame is apart until the page tells its user again. */
	isApart?: boolean;
}

export interface HostState extends ChannelFacts, PanelFacts, FrameFacts {
	readonly visitor: VisitorFacts;
}

/** What an owner has of the state: it reads all of it, and writes its own part. */
export interface Part<T> extends ReadableState {
	set: (change: Partial<T>) => void;
}

export type ReadableState = Pick<Store<HostState>, 'get' | 'subscribe'>;
