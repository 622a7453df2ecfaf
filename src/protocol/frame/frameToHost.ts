/** What the frame says to the host page (docs/wire.md, Page and frame), besides `rareToHost.ts`. */
import * as v from 'valibot';
import { Attributes } from '../entities/attributes.ts';
import type { ElementErrorCode } from '../base/errors.ts';
import { anyOf, shape } from '../base/shape.ts';

/**
 * `agent-message`: an agent wrote (a bot does not count). `start-conversation`: the visitor begins
 * a conversation, the first or a new one.
 */
export const ChatEvent = v.picklist(['agent-message', 'start-conversation']);
export type ChatEvent = v.InferOutput<typeof ChatEvent>;

export const ConnectionState = v.picklist(['idle', 'connecting', 'connected', 'lost']);
export type ConnectionState = v.InferOutput<typeof ConnectionState>;

export const FrameToHost = anyOf([
	/**
	 * The frame is ready for messages. `authToken` is absent for a visitor without a session;
	 * `setAuthCookie` may follow. An app that shows the chat in a web view gets the channel's
	 * configuration too.
	 */
	shape({
		event: v.literal('loaded'),
		config: shape({
			authToken: v.optional(v.string()),
			channelConfig: v.optional(Attributes),
		}),
	}),
	shape({ event: v.literal('setBubbleLabel'), label: v.string() }),
	/**
	 * Height of the preview in CSS pixels, or the panel's own height when `isFixedHeight` is false.
	 */
	shape({ event: v.literal('updateIframeHeight'), isFixedHeight: v.boolean(), extraHeight: v.optional(v.number()) }),
	shape({ event: v.literal('setUnreadMode') }),
	shape({ event: v.literal('resetUnreadMode') }),
	shape({ event: v.literal('handleNotificationDot'), unreadMessageCount: v.number() }),
	/** A message that arrived or was answered; `data` is the pushed payload. */
	shape({ event: v.literal('onMessage'), data: Attributes }),
	/**
	 * The visitor pressed a button of a card whose payload is for the page (docs/wire.md, Kinds of
	 * message).
	 */
	shape({ event: v.literal('postback'), data: shape({ payload: v.string() }) }),
	shape({ event: v.literal('setAuthCookie'), data: shape({ widgetAuthToken: v.string() }) }),
	/**
	 * Another window of this browser has ended the session of the user who was here, or begun
	 * another user's: the visitor is anonymous now.
	 */
	shape({ event: v.literal('visitEnded') }),
	/**
	 * Whether the frame keeps messages that the server does not have yet: if so, the next page load
	 * starts the frame at once to send them.
	 */
	shape({ event: v.literal('setOutboxPending'), isPending: v.boolean() }),
	/** The visitor has closed a campaign: the host shows none for `CAMPAIGN_SNOOZE`. */
	shape({ event: v.literal('setCampaignReadOn') }),
	/** An event in the chat that a page may listen to. */
	shape({ event: v.literal('onEvent'), eventIdentifier: ChatEvent, data: Attributes }),
	/**
	 * The first view is drawn, or an error in its place: the host removes what it shows instead.
	 */
	shape({ event: v.literal('drawn') }),
	/** Whether pushed events arrive; `idle` while the visitor has no session to connect for. */
	shape({ event: v.literal('connectionChanged'), state: ConnectionState }),
	/**
	 * The frame cannot continue, though its server answers: the host replaces it by a new one.
	 * `isLeft`: the page has named another user than the frame's, whose calls the next one answers.
	 */
	shape({ event: v.literal('startAgain'), isLeft: v.optional(v.boolean()) }),
	shape({ event: v.literal('closeWindow') }),
	/**
	 * Only Chatwoot's frames send the next three (docs/wire.md, Page and frame). To `toggleBubble`
	 * a preview counts as open.
	 */
	shape({ event: v.literal('toggleBubble') }),
	shape({ event: v.literal('closeChat') }),
	shape({ event: v.literal('popoutChatWindow') }),
	/** The visitor wants the panel open, and pressed that preview for it. */
	shape({ event: v.literal('openWindow'), preview: v.optional(v.picklist(['unread', 'campaign'])) }),
	/** An agent wrote, and of all open tabs this one shall play the sound. */
	shape({ event: v.literal('playAudio') }),
	shape({ event: v.literal('error'), errorType: v.literal('SET_USER_ERROR'), data: v.unknown() }),
	/**
	 * Answers the host's message with this `requestId`; `error` is a code when the frame refused,
	 * perhaps one that the page's version does not know yet.
	 */
	shape({
		event: v.literal('settled'),
		requestId: v.string(),
		error: v.optional(v.string() as v.GenericSchema<string, ElementErrorCode>),
		data: v.optional(v.unknown()),
	}),
]);
export type FrameToHost = v.InferOutput<typeof FrameToHost>;
