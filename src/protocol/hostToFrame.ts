/** What the host page says to the frame (docs/wire.md, Page and frame). */
import * as v from 'valibot';
import { Attributes } from './attributes.ts';
import { DarkMode } from './darkMode.ts';
import type { LateRequest } from './hostMethods.ts';
import { anyOf, findShape, shape } from './shape.ts';

export type Position = 'left' | 'right';
/** `rounded` is the default; Chatwoot also calls it `standard`. */
export type WidgetStyle = 'rounded' | 'flat';

/** Facts about a signed-in user that a site may give (docs/wire.md, Identity). */
export const UserFacts = shape({
	name: v.optional(v.string()),
	email: v.optional(v.string()),
	avatar_url: v.optional(v.string()),
	phone_number: v.optional(v.string()),
	/** Lower-case hex HMAC-SHA256 of the identifier under the channel's key. */
	identifier_hash: v.optional(v.string()),
	/** A JWT of the site's server with the identifier as `sub`, and `exp`, in place of the hash. */
	jwt: v.optional(v.string()),
	company_name: v.optional(v.string()),
	city: v.optional(v.string()),
	country_code: v.optional(v.string()),
	description: v.optional(v.string()),
	social_profiles: v.optional(v.record(v.string(), v.string())),
	custom_attributes: v.optional(Attributes),
});
export type UserFacts = v.InferOutput<typeof UserFacts>;

/**
 * The `--lcw-*` properties that a page sets, as CSS values; the frame ignores those that are no valid colour, font or length.
 */
export const FrameTheme = shape({
	/** Colours. */
	color: v.optional(v.string()),
	surface: v.optional(v.string()),
	text: v.optional(v.string()),
	/** Font families. */
	font: v.optional(v.string()),
	/** Where the first of them is, as `url(…)`. */
	fontSrc: v.optional(v.string()),
	/** A length. */
	radius: v.optional(v.string()),
});
export type FrameTheme = v.InferOutput<typeof FrameTheme>;

/** A host message with this id is answered by one `settled` with the same id. */
const requestId = v.optional(v.string());

/** A message that the frame answers. */
export function request<const E extends string, const M extends v.ObjectEntries>(event: E, members: M) {
	return shape({ event: v.literal(event), requestId, ...members });
}

/** From the moment the frame hears it, it shows nothing of the visitor before. */
export const SetUser = request('set-user', { identifier: v.string(), user: UserFacts });
/**
 * Forgets this visitor: session, messages and everything else that the frame keeps on this device. The host removes the frame
 * once it is answered.
 */
export const Reset = request('reset', {});

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
		/** Milliseconds since the epoch: no campaign is shown before, because the visitor has closed one. */
		campaignsSnoozedTill: v.optional(v.number()),
		/** The view to begin with, as in `show`; the frame that goes on for another one begins where that was. */
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
		/** Nobody is signed in on the page: a user whose session this is becomes an anonymous visitor. */
		isSignedOut: v.optional(v.boolean()),
		/** The page has named the same user as before, so no `set-user` follows. */
		identifier: v.optional(v.string()),
	}),
	/** Whether the panel is open. A preview does not count as open; the host sends this while one shows, too. */
	shape({ event: v.literal('toggle-open'), isOpen: v.boolean() }),
	/** The visitor has interacted with the page, so browsers let the host play sounds from now on. */
	shape({ event: v.literal('audio-unlocked') }),
	/** Sent with true where the viewport is so narrow that the panel covers it: the frame then shows a close button. */
	shape({ event: v.literal('toggle-close-button'), isMobile: v.boolean() }),
	shape({ event: v.literal('change-url'), referrerURL: v.string(), referrerHost: v.string() }),
	shape({ event: v.literal('push-event'), eventName: v.literal('webwidget.triggered') }),
	/** The visitor is at the launcher, and may open the panel soon: a closed frame requests the files of its views. */
	shape({ event: v.literal('interest') }),
	/** The visitor pressed "Start Conversation" in the view that the host draws until the frame does. */
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

/**
 * A request as it arrives. Its method's row validates it later, since the code of the rows loads with the first request
 * (`hostMethods.ts`).
 */
export interface UnreadRequest {
	event: LateRequest['event'];
	requestId?: string | undefined;
}
const UnreadRequest = v.custom<UnreadRequest>((data) => typeof data === 'object');

/** Everything the frame accepts from the host. */
export const FromHost = v.lazy((data) => findShape(NOTICES, data) ?? UnreadRequest);
export type FromHost = HostNotice | UnreadRequest;

/** Everything the host sends. */
export type HostToFrame = HostNotice | LateRequest;
