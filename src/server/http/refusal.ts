/** Answers that are not a success. Thrown anywhere under a route, turned into the response in one place (http/errors.ts). */
import type { ErrorBody, ValidationErrorBody } from '#protocol/errors.ts';

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
export function refuse(status: number, error: string): Refusal {
	return new Refusal(status, { error } satisfies ErrorBody);
}

/** Unknown, or not the caller's: both look the same. */
export function notFound(): Refusal {
	return refuse(404, 'Resource could not be found');
}

/** A value breaks a rule: `attributes` name the fields. */
export function invalid(message: string, attributes: string[]): Refusal {
	return new Refusal(422, { message, attributes } satisfies ValidationErrorBody);
}
