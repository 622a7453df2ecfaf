/** Errors that cross a boundary carry one of these codes; texts are for people and may change. */

/** The ways in which a call of our own REST client can fail. */
export type RequestErrorCode = 'NETWORK_ERROR' | 'ABORTED' | 'TIMEOUT' | 'HTTP_ERROR';

/**
 * The codes that the element reports as `live-chat-widget:error`, and with which its methods
 * reject. Their comments become rows of docs/tag.md.
 */
export const ELEMENT_ERROR_CODES = [
	/** The server knows no channel with this website token. No launcher is shown. */
	'WEB_WIDGET_NOT_FOUND',
	/** The channel's look could not be loaded; the launcher shows with defaults. */
	'CHANNEL_UNREACHABLE',
	/**
	 * The chat's frame, or the code of a method, did not load. A panel without its frame offers to
	 * try again.
	 */
	'FRAME_UNREACHABLE',
	/**
	 * The server refused the user whom the page names; `data` is its answer. Or `identityProvider`
	 * failed.
	 */
	'SET_USER_ERROR',
	/** The page gave a method an argument that the method does not accept. */
	'INVALID_ARGUMENT',
	/** There is no conversation yet that a label or an attribute could be put on. */
	'NO_CONVERSATION',
	/** The conversation has ended, and the channel closes conversations for good. */
	'CONVERSATION_ENDED',
	/** `prefill` would have overwritten what the visitor has typed. */
	'DRAFT_EXISTS',
	/** `showArticle`: the channel has no help centre, or the address is not in it. */
	'NOT_IN_HELP_CENTRE',
	/** `triggerCampaign`: the channel has no enabled campaign of that id. */
	'CAMPAIGN_NOT_FOUND',
	/**
	 * `triggerCampaign`: the visitor has a conversation already, and a campaign would begin
	 * another.
	 */
	'CONVERSATION_EXISTS',
	/** `triggerCampaign`: the panel is open, and campaigns are shown only while it is closed. */
	'PANEL_OPEN',
	/** The server refused a method's request, or could not be reached; `data` is its answer. */
	'REQUEST_FAILED',
	/** The browser blocked the pop-out window. */
	'POP_OUT_BLOCKED',
	/**
	 * Before the call was answered the tag left the page, or the visitor left the chat: by
	 * `reset()`, or in another tab.
	 */
	'DISCONNECTED',
] as const;
export type ElementErrorCode = (typeof ELEMENT_ERROR_CODES)[number];

/** Codes of the server's refusals that a client may want to tell apart. */
export type ServerErrorCode =
	/**
	 * The installation does not let visitors change what the team knows about them
	 * (`DISABLE_USER_PROFILE_UPDATE`).
	 */
	| 'PROFILE_UPDATE_DISABLED'
	/** The token that proved who the visitor is has expired: the site has to prove it again. */
	| 'IDENTITY_EXPIRED'
	/**
	 * The website wants a challenge passed before a visitor's first message, and the session has
	 * not passed one.
	 */
	| 'CAPTCHA_REQUIRED'
	/** The challenge's proof is wrong, spent or too old. */
	| 'CAPTCHA_REFUSED'
	/** Visitors of this website, or this one, are offered no code by mail. */
	| 'EMAIL_CODE_CLOSED'
	/** The code is not the one that was mailed; it may be tried again. */
	| 'EMAIL_CODE_WRONG'
	/** The code that was mailed is no longer good. */
	| 'EMAIL_CODE_OVER';

/** Body of most refusals (docs/wire.md, Errors). Chatwoot has no `code`. */
export interface ErrorBody {
	error: string;
	code?: ServerErrorCode;
}

/** Body when a value breaks a rule (docs/wire.md, Errors): `attributes` name the fields. */
export interface ValidationErrorBody {
	message: string;
	attributes: string[];
}
