/** Errors that cross a boundary carry one of these codes; texts are for people and may change. */

/** What a call of our own REST client can fail with. */
export type RequestErrorCode = 'NETWORK_ERROR' | 'ABORTED' | 'TIMEOUT' | 'HTTP_ERROR';

/** What the element reports as `live-chat-widget:error`, and what its methods reject with. */
export const ELEMENT_ERROR_CODES = [
	/** The server knows no channel with this website token. There is no launcher. */
	'WEB_WIDGET_NOT_FOUND',
	/** The channel's look could not be loaded; the launcher shows with defaults. */
	'CHANNEL_UNREACHABLE',
	/** The chat's frame did not load; the panel offers to try again. */
	'FRAME_UNREACHABLE',
	/** `setUser` was refused; `detail.data` is the server's answer. */
	'SET_USER_ERROR',
	/** What the page gave to a method is not what that method takes. */
	'INVALID_ARGUMENT',
	/** There is no conversation yet that a label or an attribute could be put on. */
	'NO_CONVERSATION',
	/** The conversation has ended, and the channel closes conversations for good. */
	'CONVERSATION_ENDED',
	/** `prefill` would have overwritten what the visitor has typed. */
	'DRAFT_EXISTS',
	/** `showArticle`: the channel has no help centre, or that is no page of it. */
	'NOT_IN_HELP_CENTRE',
	/** `triggerCampaign`: the channel has no such campaign that is enabled. */
	'CAMPAIGN_NOT_FOUND',
	/** `triggerCampaign`: the visitor is in conversation already, and a campaign begins one. */
	'CONVERSATION_EXISTS',
	/** `triggerCampaign`: the panel is open, and a campaign comes up where it is closed. */
	'PANEL_OPEN',
	/** The server refused what a method asked for, or could not be reached; `data` is its answer. */
	'REQUEST_FAILED',
	/** The browser did not open a window for the chat. */
	'POP_OUT_BLOCKED',
	/** The element was removed, or reset, before the call was answered. */
	'DISCONNECTED',
] as const;
export type ElementErrorCode = (typeof ELEMENT_ERROR_CODES)[number];

/** Refusals of the server that a client may want to tell from others. */
export type RefusalCode =
	/** The installation lets no visitor change what the team knows about them (`DISABLE_USER_PROFILE_UPDATE`). */
	'PROFILE_UPDATE_DISABLED';

/** Body of most refusals (docs/wire.md, Errors); the code is ours. */
export interface ErrorBody {
	error: string;
	code?: RefusalCode;
}

/** Body when a value breaks a rule (docs/wire.md, Errors): `attributes` name the fields. */
export interface ValidationErrorBody {
	message: string;
	attributes: string[];
}
