/**
 * Messages between the element (host) and the frame, both directions: a fixed prefix followed by JSON (specification
 * section 3, wire-contract 3.6). Receivers check the sending window, its origin and the schema, and answer nobody else.
 */
import * as v from 'valibot';

export const MESSAGE_PREFIX = 'live-chat-widget:';

export const DarkMode = v.picklist(['light', 'auto', 'dark']);
export type DarkMode = v.InferOutput<typeof DarkMode>;
export const Position = v.picklist(['left', 'right']);
export type Position = v.InferOutput<typeof Position>;
/** `rounded` is the default; the described product also calls it `standard`. */
export const WidgetStyle = v.picklist(['rounded', 'flat']);
export type WidgetStyle = v.InferOutput<typeof WidgetStyle>;

/** Facts about a signed-in user that a site may give (wire-contract 1.7). */
export const UserFacts = v.object({
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
	custom_attributes: v.optional(v.record(v.string(), v.unknown())),
});
export type UserFacts = v.InferOutput<typeof UserFacts>;

/** A host message with this id is answered by one `settled` with the same id. */
const requestId = v.optional(v.string());

export const HostToFrame = v.variant('event', [
	/** First message of a session: how the page wants the widget. */
	v.object({
		event: v.literal('config-set'),
		/** The page's wish; the frame selects by the rule of specification section 5. */
		locale: v.optional(v.string()),
		position: v.optional(Position),
		widgetStyle: v.optional(WidgetStyle),
		darkMode: v.optional(DarkMode),
		hideMessageBubble: v.optional(v.boolean()),
		isOpen: v.optional(v.boolean()),
	}),
	/** Also sent while a preview shows: it tells whether the panel is open, a preview does not count. */
	v.object({ event: v.literal('toggle-open'), isOpen: v.boolean() }),
	/** Viewport so narrow that the panel covers it: the frame then shows a close button. */
	v.object({ event: v.literal('toggle-close-button'), isMobile: v.boolean() }),
	v.object({ event: v.literal('change-url'), referrerURL: v.string(), referrerHost: v.string() }),
	v.object({ event: v.literal('push-event'), eventName: v.literal('webwidget.triggered') }),
	v.object({ event: v.literal('set-user'), requestId, identifier: v.string(), user: UserFacts }),
	/** Forget this visitor: session, messages and all that the frame keeps on this device. The host takes the frame away after. */
	v.object({ event: v.literal('reset'), requestId }),
	v.object({ event: v.literal('set-locale'), locale: v.string() }),
	v.object({ event: v.literal('set-color-scheme'), darkMode: DarkMode }),
	v.object({ event: v.literal('sdk-set-bubble-visibility'), hideMessageBubble: v.boolean() }),
]);
export type HostToFrame = v.InferOutput<typeof HostToFrame>;

export const FrameToHost = v.variant('event', [
	/** The frame listens. `authToken` is absent for a visitor without a session; `setAuthCookie` may follow. */
	v.object({ event: v.literal('loaded'), config: v.object({ authToken: v.optional(v.string()) }) }),
	v.object({ event: v.literal('setBubbleLabel'), label: v.string() }),
	/** Height of the preview in CSS pixels, or the panel's own height when `isFixedHeight` is false. */
	v.object({ event: v.literal('updateIframeHeight'), isFixedHeight: v.boolean(), extraHeight: v.optional(v.number()) }),
	v.object({ event: v.literal('setUnreadMode') }),
	v.object({ event: v.literal('resetUnreadMode') }),
	v.object({ event: v.literal('handleNotificationDot'), unreadMessageCount: v.number() }),
	/** A message that arrived or was answered; `data` is the pushed payload. */
	v.object({ event: v.literal('onMessage'), data: v.record(v.string(), v.unknown()) }),
	/** The visitor pressed a card's button that is for the page (wire-contract 5.7). */
	v.object({ event: v.literal('postback'), data: v.object({ payload: v.string() }) }),
	v.object({ event: v.literal('setAuthCookie'), data: v.object({ widgetAuthToken: v.string() }) }),
	/** Whether the frame keeps messages that the server does not have yet, so that the next page load starts it. */
	v.object({ event: v.literal('setOutboxPending'), isPending: v.boolean() }),
	v.object({ event: v.literal('closeWindow') }),
	/** The visitor wants the panel open, from a preview. */
	v.object({ event: v.literal('openWindow') }),
	v.object({ event: v.literal('error'), errorType: v.literal('SET_USER_ERROR'), data: v.unknown() }),
	/** Answer to a host message with this `requestId`; `error` is a code when it was refused. */
	v.object({
		event: v.literal('settled'),
		requestId: v.string(),
		error: v.optional(v.string()),
		data: v.optional(v.unknown()),
	}),
]);
export type FrameToHost = v.InferOutput<typeof FrameToHost>;

/** One handler per message; a forgotten one does not compile. */
export type MessageHandlers<M extends { event: string }> = {
	[E in M['event']]: (message: Extract<M, { event: E }>) => void;
};

export function encodeMessage(message: HostToFrame | FrameToHost): string {
	return MESSAGE_PREFIX + JSON.stringify(message);
}

/** The message in `data`, or undefined when the prefix, the JSON or the shape is not ours. Unknown keys are dropped. */
export function decodeMessage<S extends typeof HostToFrame | typeof FrameToHost>(
	schema: S,
	data: unknown,
): v.InferOutput<S> | undefined {
	if (typeof data !== 'string' || !data.startsWith(MESSAGE_PREFIX)) return undefined;
	let json: unknown;
	try {
		json = JSON.parse(data.slice(MESSAGE_PREFIX.length));
	} catch {
		return undefined;
	}
	const result = v.safeParse(schema, json);
	return result.success ? result.output : undefined;
}
