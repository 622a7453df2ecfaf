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

/** `{ error }`, as most refusals look (wire-contract 1.0, application-api A0). */
export function refuse(status: number, error: string, code?: RefusalCode): Refusal {
	return new Refusal(status, { error, ...(code && { code }) } satisfies ErrorBody);
}

/** Unknown, or not the caller's: both look the same. */
export function notFound(): Refusal {
	return refuse(404, 'Resource could not be found');
}

/** Known, but not for this member of the team (application-api A0, step 8). */
export function notAuthorized(): Refusal {
	return refuse(401, 'You are not authorized to do this action');
}

/** A value breaks a rule: `attributes` name the fields. */
export function invalid(message: string, attributes: string[]): Refusal {
	return new Refusal(422, { message, attributes } satisfies ValidationErrorBody);
}
