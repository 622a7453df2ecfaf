/** What the host page says to the frame (docs/wire.md, Page and frame). */
import * as v from 'valibot';
import { Attributes } from './attributes.ts';
import { DarkMode } from './darkMode.ts';
import { shape } from './shape.ts';

export const Position = v.picklist(['left', 'right']);
export type Position = v.InferOutput<typeof Position>;
/** `rounded` is the default; Chatwoot also calls it `standard`. */
export const WidgetStyle = v.picklist(['rounded', 'flat']);
export type WidgetStyle = v.InferOutput<typeof WidgetStyle>;

/** Facts about a signed-in user that a site may give (docs/wire.md, Identity). */
export const UserFacts = shape({
	name: v.optional(v.string()),
	email: v.optional(v.string()),
	avatar_url: v.optional(v.string()),
	phone_number: v.optional(v.string()),
	/** Lower-case hex HMAC-SHA256 of the identifier under the channel's key. */
	identifier_hash: v.optional(v.string()),
	company_name: v.optional(v.string()),
	city: v.optional(v.string()),
	country_code: v.optional(v.string()),
	description: v.optional(v.string()),
	social_profiles: v.optional(v.record(v.string(), v.string())),
	custom_attributes: v.optional(Attributes),
});
export type UserFacts = v.InferOutput<typeof UserFacts>;

/** Looks that a page gives its chat by `--lcw-*`, as CSS values; the frame takes what is of the right kind. */
export const FrameTheme = shape({
	/** Colours. */
	color: v.optional(v.string()),
	surface: v.optional(v.string()),
	text: v.optional(v.string()),
	/** Font families. */
	font: v.optional(v.string()),
	/** A length. */
	radius: v.optional(v.string()),
});
export type FrameTheme = v.InferOutput<typeof FrameTheme>;

/** A host message with this id is answered by one `settled` with the same id. */
const requestId = v.optional(v.string());

export const HostToFrame = v.variant('event', [
	/** First message of a session: how the page wants the widget. */
	shape({
		event: v.literal('config-set'),
		/** The page's wish; the frame selects by `selectLocale`. */
		locale: v.optional(v.string()),
		position: v.optional(Position),
		widgetStyle: v.optional(WidgetStyle),
		darkMode: v.optional(DarkMode),
		hideMessageBubble: v.optional(v.boolean()),
		showPopoutButton: v.optional(v.boolean()),
		/** False: unread messages are counted, and do not come up over the page. Missing means true. */
		showUnreadMessagesDialog: v.optional(v.boolean()),
		/** Milliseconds since the epoch: no campaign shows before, since the visitor has closed one. */
		campaignsSnoozedTill: v.optional(v.number()),
		isOpen: v.optional(v.boolean()),
		/** `set-user` follows: nothing of the visitor who was here before may show. */
		awaitsUser: v.optional(v.boolean()),
		/** The page has told this user, who was here before; no `set-user` follows. */
		identifier: v.optional(v.string()),
	}),
	/** Also sent while a preview shows: it tells whether the panel is open, a preview does not count. */
	shape({ event: v.literal('toggle-open'), isOpen: v.boolean() }),
	/** The visitor has touched the page: from now on the host may make a sound. */
	shape({ event: v.literal('audio-unlocked') }),
	/** Viewport so narrow that the panel covers it: the frame then shows a close button. */
	shape({ event: v.literal('toggle-close-button'), isMobile: v.boolean() }),
	shape({ event: v.literal('change-url'), referrerURL: v.string(), referrerHost: v.string() }),
	shape({ event: v.literal('push-event'), eventName: v.literal('webwidget.triggered') }),
	shape({ event: v.literal('set-user'), requestId, identifier: v.string(), user: UserFacts }),
	/** Forget this visitor: session, messages and all that the frame keeps on this device. The host takes the frame away after. */
	shape({ event: v.literal('reset'), requestId }),
	/** The same, and the server deletes everything that it has of this visitor. */
	shape({ event: v.literal('forget'), requestId }),
	/** Attributes of the visitor's record are merged, those of the conversation replaced (docs/wire.md, Contact and Conversations). */
	shape({ event: v.literal('set-custom-attributes'), requestId, customAttributes: Attributes }),
	shape({ event: v.literal('delete-custom-attribute'), requestId, customAttribute: v.string() }),
	shape({ event: v.literal('set-conversation-custom-attributes'), requestId, customAttributes: Attributes }),
	shape({ event: v.literal('delete-conversation-custom-attribute'), requestId, customAttribute: v.string() }),
	shape({ event: v.literal('set-label'), requestId, label: v.string() }),
	shape({ event: v.literal('remove-label'), requestId, label: v.string() }),
	/** A message in the visitor's name; `settled` brings it as `data`. A repeated `echoId` is one message. */
	shape({ event: v.literal('send-message'), requestId, content: v.string(), echoId: v.string() }),
	/** Text for the composer. What the visitor has typed stays, and the call is refused, unless it `isReplacing`. */
	shape({ event: v.literal('prefill'), requestId, content: v.string(), isReplacing: v.boolean() }),
	/** An article by its slug, or a page of the channel's help centre by its address. */
	shape({ event: v.literal('show-article'), requestId, article: v.string() }),
	/** That campaign comes up at once, on whichever page and at whatever hour. */
	shape({ event: v.literal('trigger-campaign'), requestId, campaignId: v.number() }),
	/** The visitor gets a session, and so a token, before they write: a window of the chat's own is to be opened with it. */
	shape({ event: v.literal('begin-session'), requestId }),
	/** Scrolls to the newest message. */
	shape({ event: v.literal('widget-visible') }),
	shape({ event: v.literal('set-locale'), locale: v.string() }),
	shape({ event: v.literal('set-color-scheme'), darkMode: DarkMode }),
	/** The whole of it: what is left out is the frame's own again. */
	shape({ event: v.literal('set-theme'), theme: FrameTheme }),
	shape({ event: v.literal('sdk-set-bubble-visibility'), hideMessageBubble: v.boolean() }),
]);
export type HostToFrame = v.InferOutput<typeof HostToFrame>;
