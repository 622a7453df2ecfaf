/** What the frame says to the host page (docs/wire.md, Page and frame). */
import * as v from 'valibot';
import { Attributes } from './attributes.ts';
import { ELEMENT_ERROR_CODES } from './errors.ts';
import { shape } from './shape.ts';

/** `agent-message`: somebody of the team wrote. `start-conversation`: the visitor begins to write, or to write anew. */
export const ChatEvent = v.picklist(['agent-message', 'start-conversation']);
export type ChatEvent = v.InferOutput<typeof ChatEvent>;

export const ConnectionState = v.picklist(['idle', 'connecting', 'connected', 'lost']);
export type ConnectionState = v.InferOutput<typeof ConnectionState>;

export const FrameToHost = v.variant('event', [
	/**
	 * The frame listens. `authToken` is absent for a visitor without a session; `setAuthCookie` may follow. An app that shows
	 * the chat in a web view is told the channel's configuration too.
	 */
	shape({
		event: v.literal('loaded'),
		config: shape({
			authToken: v.optional(v.string()),
			channelConfig: v.optional(Attributes),
		}),
	}),
	shape({ event: v.literal('setBubbleLabel'), label: v.string() }),
	/** Height of the preview in CSS pixels, or the panel's own height when `isFixedHeight` is false. */
	shape({ event: v.literal('updateIframeHeight'), isFixedHeight: v.boolean(), extraHeight: v.optional(v.number()) }),
	shape({ event: v.literal('setUnreadMode') }),
	shape({ event: v.literal('resetUnreadMode') }),
	shape({ event: v.literal('handleNotificationDot'), unreadMessageCount: v.number() }),
	/** A message that arrived or was answered; `data` is the pushed payload. */
	shape({ event: v.literal('onMessage'), data: Attributes }),
	/** The visitor pressed a card's button that is for the page (docs/wire.md, Kinds of message). */
	shape({ event: v.literal('postback'), data: shape({ payload: v.string() }) }),
	shape({ event: v.literal('setAuthCookie'), data: shape({ widgetAuthToken: v.string() }) }),
	/** Another window of this browser has ended the visit of the user who was here, or begun another's: nobody is here now. */
	shape({ event: v.literal('visitEnded') }),
	/** Whether the frame keeps messages that the server does not have yet, so that the next page load starts it. */
	shape({ event: v.literal('setOutboxPending'), isPending: v.boolean() }),
	/** The visitor has closed a campaign: the host remembers it for `CAMPAIGN_SNOOZE`. */
	shape({ event: v.literal('setCampaignReadOn') }),
	/** What happened in the chat that a page may want to know. */
	shape({ event: v.literal('onEvent'), eventIdentifier: ChatEvent, data: Attributes }),
	/** Whether pushed events arrive; `idle` while there is no visitor to connect for. */
	shape({ event: v.literal('connectionChanged'), state: ConnectionState }),
	/** The frame cannot go on, though its server answers: the host starts another one in its place. */
	shape({ event: v.literal('startAgain') }),
	shape({ event: v.literal('closeWindow') }),
	/** The next three are said by frames of Chatwoot only (docs/wire.md, Page and frame). A preview counts as open to the first. */
	shape({ event: v.literal('toggleBubble') }),
	shape({ event: v.literal('closeChat') }),
	shape({ event: v.literal('popoutChatWindow') }),
	/** The visitor wants the panel open, from that preview. */
	shape({ event: v.literal('openWindow'), preview: v.optional(v.picklist(['unread', 'campaign'])) }),
	/** An agent wrote, and this is the tab that says so. */
	shape({ event: v.literal('playAudio') }),
	shape({ event: v.literal('error'), errorType: v.literal('SET_USER_ERROR'), data: v.unknown() }),
	/** Answer to a host message with this `requestId`; `error` is a code when it was refused. */
	shape({
		event: v.literal('settled'),
		requestId: v.string(),
		error: v.optional(v.picklist(ELEMENT_ERROR_CODES)),
		data: v.optional(v.unknown()),
	}),
]);
export type FrameToHost = v.InferOutput<typeof FrameToHost>;
