/**
 * Answers that are no success. Any code under a route may throw them; http/errors.ts turns them
 * into responses.
 */
import type { ErrorBody, ServerErrorCode, ValidationErrorBody } from '#protocol/base/errors.ts';

export class HttpError extends Error {
	readonly status: number;
	/** JSON, or undefined for an empty answer. */
	readonly body: unknown;

	constructor(status: number, body?: unknown) {
		super(`Refused with ${status}`);
		this.status = status;
		this.body = body;
	}
}

/** The caller has used up a limit: answered like the rate limits, with `Retry-After`. */
export class RetryLater extends Error {
	/** Milliseconds until the request may be repeated. */
	readonly milliseconds: number;

	constructor(milliseconds: number) {
		super(`Refused for ${milliseconds} ms`);
		this.milliseconds = milliseconds;
	}
}

/**
 * The body `{ error }`, which most refusals have (docs/wire.md, Errors; docs/application-api.md,
 * Refusals).
 */
export function refuse(status: number, error: string, code?: ServerErrorCode): HttpError {
	return new HttpError(status, { error, ...(code && { code }) } satisfies ErrorBody);
}

/** Something that the server needs does not answer; the same request may succeed later. */
export function unavailable(): HttpError {
	return refuse(503, 'The server cannot answer now');
}

/** What was shown to sign in is wrong, spent or expired: all are answered alike. */
export function wrongCredentials(): HttpError {
	return new HttpError(401, { success: false, errors: ['Invalid login credentials. Please try again.'] });
}

/** The caller is not signed in, or no longer. */
export function signInFirst(): HttpError {
	return new HttpError(401, { errors: ['You need to sign in or sign up before continuing.'] });
}

/** It does not exist or is not the caller's: both are answered alike. */
export function notFound(): HttpError {
	return refuse(404, 'Resource could not be found');
}

/** The site has to prove its user again (docs/wire.md, Identity). */
export function identityExpired(): HttpError {
	return refuse(401, 'Identity has expired', 'IDENTITY_EXPIRED');
}

/** It exists, but not for this member of the team (docs/application-api.md, Refusals). */
export function notAuthorized(): HttpError {
	return refuse(401, 'You are not authorized to do this action');
}

/** A value breaks a rule: `attributes` names the fields. */
export function invalid(message: string, attributes: string[]): HttpError {
	return new HttpError(422, { message, attributes } satisfies ValidationErrorBody);
}
