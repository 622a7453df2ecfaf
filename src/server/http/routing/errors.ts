/**
 * Turns every refusal and failure into an answer in the shape of the wire, never of the framework.
 * No input of a caller may lead to a 5xx.
 */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoResultError } from 'kysely';
import type { ErrorBody, ValidationErrorBody } from '#protocol/base/errors.ts';
import { Problem } from '../../base/problem.ts';
import { StorageAway } from '../../files/storage.ts';
import { isBusy, isDiskFull, isReferenceGone } from '../../store/engines/databaseFaults.ts';
import { isDatabaseAway } from '../../store/engines/postgres.ts';
import { SECURITY_HEADERS } from './securityHeaders.ts';
import { httpErrorOf } from './problems.ts';
import { notFound, refuse, HttpError, RetryLater, unavailable } from './httpError.ts';

/** Handlers for what Fastify refuses before there is a route, or a request. */
export const earlyErrors = {
	/** Invalid addresses. Fastify runs no hook for them. */
	frameworkErrors(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
		reply.headers(SECURITY_HEADERS);
		// Here, statuses that otherwise concern the body concern the address.
		const status = error.statusCode ?? 400;
		answer(reply, refuse(status, words(status)));
	},

	/** Requests that are no HTTP, have too many headers, or do not arrive in time. */
	clientErrorHandler(error: Error & { code: string }, socket: Socket): void {
		// The client has closed the connection, so no answer can reach it.
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

	app.setErrorHandler<FastifyError | NoResultError | Problem | HttpError | RetryLater>((thrown, request, reply) => {
		const error = thrown instanceof Problem ? httpErrorOf(thrown) : thrown;
		if (error instanceof HttpError) return answer(reply, error);
		// The row was deleted between the guard and the transaction.
		if (error instanceof NoResultError || isReferenceGone(error)) return answer(reply, notFound());
		if (error instanceof RetryLater) {
			return answerTooMany(reply.header('Retry-After', Math.ceil(error.milliseconds / 1_000)));
		}
		// The plugin has set the header already.
		if (error.statusCode === 429) return answerTooMany(reply);
		if (error.statusCode !== undefined && error.statusCode < 500) return answer(reply, ofFramework(error.statusCode));
		request.log.error({ err: error }, 'request failed');
		if (isDiskFull(error)) return answer(reply, refuse(507, 'The server has no room'));
		if (isBusy(error)) return answer(reply.header('Retry-After', 1), unavailable());
		if (isDatabaseAway(error) || error instanceof StorageAway) return answer(reply, unavailable());
		return answer(reply, refuse(500, 'Internal server error'));
	});
}

/** Texts for what the framework refuses once it has found the route: mostly the body. */
const BODY_ERRORS: Readonly<Record<number, string>> = {
	400: 'Body is malformed',
	413: 'Body is too large',
	415: 'Unsupported Media Type',
};

/** The framework's own texts name functions and settings that callers do not know. */
function ofFramework(status: number): HttpError {
	const message = BODY_ERRORS[status];
	if (message === undefined) return refuse(status, words(status));
	return new HttpError(status, { message, attributes: ['body'] } satisfies ValidationErrorBody);
}

function words(status: number): string {
	return STATUS_CODES[status] ?? 'Bad Request';
}

function answerTooMany(reply: FastifyReply): FastifyReply {
	forbidKeeping(reply);
	spareReading(reply, 100_000);
	return reply.code(429).type('text/plain; charset=utf-8').send('Retry later\n');
}

/**
 * Ends the connection with the answer where the body has more bytes than this: reading what is
 * refused is the work that a limit spares.
 */
function spareReading(reply: FastifyReply, bytes: number): void {
	const { headers, raw } = reply.request;
	const hasMore = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bytes;
	if (!hasMore || raw.complete) return;
	reply.header('Connection', 'close');
	closeAfterAnswer(raw);
}

/** Milliseconds in which a client reads the answer to a body that it is still sending. */
const TIME_TO_READ = 5_000;

/**
 * Lets the connection close in stages (RFC 9112, section 9.6). Node would close it with the last
 * byte of the answer; unread bytes of the body then make the system reset the connection, and the
 * client may lose the answer.
 */
function closeAfterAnswer(request: IncomingMessage): void {
	const { socket } = request;
	socket.destroySoon = () => {
		socket.end();
		// Lets go of what has arrived of the body: a thousand connections would hold 64 kB each.
		request.read();
		socket.pause();
		setTimeout(() => socket.destroy(), TIME_TO_READ).unref();
	};
}

function answer(reply: FastifyReply, { status, body }: HttpError): FastifyReply {
	forbidKeeping(reply);
	if (status === 413) spareReading(reply, 1_000_000);
	reply.code(status);
	return body === undefined ? reply.send() : reply.send(body);
}

/** A missing resource may exist a moment later, but browsers may cache a 404 without a lifetime. */
function forbidKeeping(reply: FastifyReply): void {
	reply.header('Cache-Control', 'no-store');
}
