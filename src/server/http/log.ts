/** Structured logs without secrets: no headers, no bodies, no query strings (one of them holds the visitor's token). */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export function logger(level: 'info' | 'warn') {
	return { level, serializers: { req: describe, err: describeError } };
}

/** One line per request, when it has been answered. */
export function logRequests(app: FastifyInstance): void {
	app.addHook('onResponse', async (request, reply) => {
		request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
	});
}

function describe(request: FastifyRequest) {
	return { method: request.method, path: request.url.split('?')[0], ip: request.ip };
}

/** Without what databases put beside the message: values that people typed. */
function describeError(error: Error) {
	return {
		type: error.name,
		message: error.message,
		stack: error.stack ?? '',
		...('code' in error ? { code: error.code } : {}),
	};
}
