/**
 * Structured logs without secrets: no headers, no bodies, no query strings (one of them contains
 * the visitor's token), and no addresses that are themselves the permission.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { LogLevel } from '../base/settings.ts';

export function createLog(level: LogLevel): FastifyBaseLogger {
	return pino({ level, serializers: { req: describe, err: describeError } });
}

/**
 * The id under which a request is logged: different in all processes, unlike the framework's
 * numbers.
 */
export function createRequestId(): string {
	// Node keeps random bytes for these in store: asking the system for each request is a tenth of
	// what a refused one costs.
	return randomUUID();
}

/**
 * Logs one line per request, once it is answered, and tells the client under which id its lines are
 * found.
 */
export function logRequests(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		reply.header('X-Request-Id', request.id);
	});
	app.addHook('onResponse', async (request, reply) => {
		request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
	});
}

function describe(request: FastifyRequest) {
	const path = (request.url.split('?')[0] ?? '').replace(SECRET_PATH, '$1…');
	return { method: request.method, path, ip: request.ip };
}

/**
 * Addresses of files, pictures, surveys and mailed links are secrets, since knowing one is the
 * permission; that of a preview has what is not saved.
 */
const SECRET_PATH =
	/^(\/files\/|\/survey\/responses\/|\/public\/api\/v1\/csat_survey\/|\/continue\/|\/unsubscribe\/|\/avatars\/|\/desk\/preview\/).*/;

/** Leaves out the details that databases add to an error: they contain values that people typed. */
function describeError(error: Error) {
	return {
		type: error.name,
		message: error.message,
		stack: error.stack ?? '',
		...('code' in error ? { code: error.code } : {}),
		...(error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {}),
	};
}
