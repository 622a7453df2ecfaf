/** Answers that are not a success. Thrown anywhere under a route, turned into the response in one place (http/errors.ts). */
import type { ErrorBody, RefusalCode, ValidationErrorBody } from '#protocol/errors.ts';

export class Refusal extends Error {
	readonly status: number;
	/** JSON, or nothing for an empty answer. */
	readonly body: unknown;

	constructor(status: number, body?: unknown) {
		super(`Refused with ${status}`);
		this.status = status;
		this.body = body;
	}
}

/** More than the caller may have for now: answered like the rate limits, with `Retry-After`. */
export class RetryLater extends Error {
	/** Until it may be tried again. */
	readonly milliseconds: number;

	constructor(milliseconds: number) {
		super(`Refused for ${milliseconds} ms`);
		this.milliseconds = milliseconds;
	}
}

/** `{ error }`, as most refusals look (docs/wire.md, Errors; docs/application-api.md, Refusals). */
export function refuse(status: number, error: string, code?: RefusalCode): Refusal {
	return new Refusal(status, { error, ...(code && { code }) } satisfies ErrorBody);
}

/** Something that the server needs does not answer: the same may succeed later. */
export function unavailable(): Refusal {
	return refuse(503, 'The server cannot answer now');
}

/** Unknown, or not the caller's: both look the same. */
export function notFound(): Refusal {
	return refuse(404, 'Resource could not be found');
}

/** Known, but not for this member of the team (docs/application-api.md, Refusals). */
export function notAuthorized(): Refusal {
	return refuse(401, 'You are not authorized to do this action');
}

/** A value breaks a rule: `attributes` name the fields. */
export function invalid(message: string, attributes: string[]): Refusal {
	return new Refusal(422, { message, attributes } satisfies ValidationErrorBody);
}
