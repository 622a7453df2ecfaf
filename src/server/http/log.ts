/**
 * Structured logs without secrets: no headers, no bodies, no query strings (one of them contains the visitor's token), and no
 * addresses that are themselves the permission.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export function logger(level: 'info' | 'warn') {
	return { level, serializers: { req: describe, err: describeError } };
}

/** Logs one line per request, once it is answered. */
export function logRequests(app: FastifyInstance): void {
	app.addHook('onResponse', async (request, reply) => {
		request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
	});
}

function describe(request: FastifyRequest) {
	const path = (request.url.split('?')[0] ?? '').replace(SECRET_PATH, '$1…');
	return { method: request.method, path, ip: request.ip };
}

/** Addresses of files and surveys are secrets, since knowing one is the permission. */
const SECRET_PATH = /^(\/files\/|\/survey\/responses\/|\/public\/api\/v1\/csat_survey\/).*/;

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
