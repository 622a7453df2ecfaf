/** What the host page says to the frame (docs/wire.md, Page and frame). */
import * as v from 'valibot';
import { DarkMode } from '../entities/darkMode.ts';
import { FrameTheme } from '../entities/frameTheme.ts';
import type { LateRequest, UnreadRequest } from './hostMethods.ts';
import { Reset, SetUser } from './hostRequest.ts';
import { anyOf, findShape, shape } from '../base/shape.ts';

export type Position = 'left' | 'right';
/** `rounded` is the default; Chatwoot also calls it `standard`. */
export type WidgetStyle = 'rounded' | 'flat';

const NOTICES = [
	/** The first message: how the page wants the widget to be. */
	shape({
		event: v.literal('config-set'),
		/** The page's wish; the frame chooses by `selectLocale`. */
		locale: v.optional(v.string()),
		/** A `Position` and a `WidgetStyle`, which only Chatwoot's frames use. */
		position: v.optional(v.string()),
		widgetStyle: v.optional(v.string()),
		darkMode: v.optional(DarkMode),
		hideMessageBubble: v.optional(v.boolean()),
		showPopoutButton: v.optional(v.boolean()),
		/** False: unread messages are counted, but not shown over the page. Missing means true. */
		showUnreadMessagesDialog: v.optional(v.boolean()),
		/**
		 * Milliseconds since the epoch: no campaign is shown before, because the visitor has closed
		 * one.
		 */
		campaignsSnoozedTill: v.optional(v.number()),
		/**
		 * The view to begin with, as in `show`; the frame that goes on for another one begins where
		 * that was.
		 */
		view: v.optional(v.string()),
		/** The browser's `Notification.permission` for the page, where it has notifications. */
		notifications: v.optional(v.string()),
		/** What the page wants to be asked before, as in the attribute `ask-before`. */
		askBefore: v.optional(v.string()),
		/** Id of what the page says that its visitors write about; '' for nothing. */
		topic: v.optional(v.string()),
		isOpen: v.optional(v.boolean()),
		/** `set-user` follows: until then nothing of the visitor before may be shown. */
		awaitsUser: v.optional(v.boolean()),
		/**
		 * No user is signed in on the page: a user whose session this is becomes an anonymous
		 * visitor.
		 */
		isSignedOut: v.optional(v.boolean()),
		/** The page has named the same user as before, so no `set-user` follows. */
		identifier: v.optional(v.string()),
	}),
	/**
	 * Whether the panel is open. A preview does not count as open; the host sends this while one
	 * shows, too.
	 */
	shape({ event: v.literal('toggle-open'), isOpen: v.boolean() }),
	/**
	 * The visitor has interacted with the page, so browsers let the host play sounds from now on.
	 */
	shape({ event: v.literal('audio-unlocked') }),
	/**
	 * Sent with true where the viewport is so narrow that the panel covers it: the frame then shows
	 * a close button.
	 */
	shape({ event: v.literal('toggle-close-button'), isMobile: v.boolean() }),
	shape({ event: v.literal('change-url'), referrerURL: v.string(), referrerHost: v.string() }),
	shape({ event: v.literal('push-event'), eventName: v.literal('webwidget.triggered') }),
	/**
	 * The visitor is at the launcher, and may open the panel soon: a closed frame requests the
	 * files of its views.
	 */
	shape({ event: v.literal('interest') }),
	/**
	 * The visitor pressed "Start Conversation" in the view that the host draws until the frame
	 * does.
	 */
	shape({ event: v.literal('start-conversation') }),
	/** The panel has become visible: the conversation scrolls to the newest message. */
	shape({ event: v.literal('widget-visible') }),
	shape({ event: v.literal('set-locale'), locale: v.string() }),
	shape({ event: v.literal('set-color-scheme'), darkMode: DarkMode }),
	/** The complete theme: a property that is left out returns to the frame's default. */
	shape({ event: v.literal('set-theme'), theme: FrameTheme }),
	shape({ event: v.literal('sdk-set-bubble-visibility'), hideMessageBubble: v.boolean() }),
	SetUser,
	Reset,
] as const;
/** Messages that the frame carries out at once and does not answer. */
export const HostNotice = anyOf(NOTICES);
export type HostNotice = v.InferOutput<typeof HostNotice>;

const unread = v.custom<UnreadRequest>((data) => typeof data === 'object');

/** Everything the frame accepts from the host. */
export const FromHost = v.lazy((data) => findShape(NOTICES, data) ?? unread);
export type FromHost = HostNotice | UnreadRequest;

/** Everything the host sends. */
export type HostToFrame = HostNotice | LateRequest;
