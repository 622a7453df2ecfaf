/**
 * Every refusal and failure becomes an answer here, in the shapes of the wire and never in the framework's. Nothing that a caller
 * sends may end as a 5xx.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoResultError } from 'kysely';
import type { ErrorBody, ValidationErrorBody } from '#protocol/errors.ts';
import { Problem } from '../base/problem.ts';
import { isDatabaseAway } from '../store/postgres.ts';
import { SECURITY_HEADERS } from './securityHeaders.ts';
import { refusalOf } from './problems.ts';
import { notFound, refuse, Refusal, RetryLater, unavailable } from './refusal.ts';

/** For Fastify itself: what it refuses before there is a route, or a request. */
export const earlyErrors = {
	/** Addresses that cannot be read. No hook runs for them. */
	frameworkErrors(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
		reply.headers(SECURITY_HEADERS);
		// Statuses that are of the body elsewhere are of the address here.
		const status = error.statusCode ?? 400;
		answer(reply, refuse(status, words(status)));
	},

	/** What is no HTTP, has too many headers, or does not arrive. */
	clientErrorHandler(error: Error & { code: string }, socket: Socket): void {
		// The client has closed the connection: no answer can reach it.
		if (error.code === 'ECONNRESET' || socket.destroyed) return;
		const status = CLIENT_ERRORS[error.code] ?? 400;
		const body = JSON.stringify({ error: words(status) } satisfies ErrorBody);
		if (socket.writable) {
			socket.write(
				`HTTP/1.1 ${status} ${words(status)}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
			);
		}
		socket.destroy(error);
	},
};

const CLIENT_ERRORS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

export function answerErrors(app: FastifyInstance): void {
	app.setNotFoundHandler((_request, reply) => answer(reply, notFound()));

	app.setErrorHandler<FastifyError | NoResultError | Problem | Refusal | RetryLater>((error, request, reply) => {
		if (error instanceof Refusal) return answer(reply, error);
		if (error instanceof Problem) return answer(reply, refusalOf(error));
		// What the guard still saw was deleted before the transaction began.
		if (error instanceof NoResultError) return answer(reply, notFound());
		if (error instanceof RetryLater) {
			return answerTooMany(reply.header('Retry-After', Math.ceil(error.milliseconds / 1_000)));
		}
		// The plugin has set the header.
		if (error.statusCode === 429) return answerTooMany(reply);
		if (error.statusCode !== undefined && error.statusCode < 500) return answer(reply, ofFramework(error.statusCode));
		request.log.error({ err: error }, 'request failed');
		if (isDatabaseAway(error)) return answer(reply, unavailable());
		return answer(reply, refuse(500, 'Internal server error'));
	});
}

/** What the framework refuses once it has found the route is mostly the body. */
const BODY_ERRORS: Readonly<Record<number, string>> = {
	400: 'Body is malformed',
	413: 'Body is too large',
	415: 'Unsupported Media Type',
};

/** Its own words name functions and settings that no caller knows. */
function ofFramework(status: number): Refusal {
	const message = BODY_ERRORS[status];
	if (message === undefined) return refuse(status, words(status));
	return new Refusal(status, { message, attributes: ['body'] } satisfies ValidationErrorBody);
}

function words(status: number): string {
	return STATUS_CODES[status] ?? 'Bad Request';
}

function answerTooMany(reply: FastifyReply): FastifyReply {
	forbidKeeping(reply);
	return reply.code(429).type('text/plain; charset=utf-8').send('Retry later\n');
}

function answer(reply: FastifyReply, { status, body }: Refusal): FastifyReply {
	forbidKeeping(reply);
	reply.code(status);
	return body === undefined ? reply.send() : reply.send(body);
}

/** What is missing or fails now may be there a moment later; browsers may cache a 404 that does not say for how long. */
function forbidKeeping(reply: FastifyReply): void {
	reply.header('Cache-Control', 'no-store');
}
