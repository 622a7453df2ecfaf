/** Errors that cross a boundary carry one of these codes; texts are for people and may change. */

/** What a call of our own REST client can fail with (specification section 8, "generic HTTP"). */
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
	/** The element was removed, or reset, before the call was answered. */
	'DISCONNECTED',
] as const;
export type ElementErrorCode = (typeof ELEMENT_ERROR_CODES)[number];

/** Body of most refusals (wire-contract 1.0). */
export interface ErrorBody {
	error: string;
}

/** Body when a value breaks a rule (wire-contract 1.0, "model validation failed"): `attributes` name the fields. */
export interface ValidationErrorBody {
	message: string;
	attributes: string[];
}
