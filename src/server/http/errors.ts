/** Every refusal and failure becomes an answer here. Nothing that a caller sends may end as a 5xx. */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { NoResultError } from 'kysely';
import type { ErrorBody, ValidationErrorBody } from '#protocol/errors.ts';
import { Refusal } from './refusal.ts';

export function answerErrors(app: FastifyInstance): void {
	app.setNotFoundHandler((_request, reply) => {
		forbidKeeping(reply);
		const body: ErrorBody = { error: 'Resource could not be found' };
		return reply.code(404).send(body);
	});

	app.setErrorHandler<FastifyError | NoResultError | Refusal>((error, request, reply) => {
		forbidKeeping(reply);
		if (error instanceof Refusal) {
			return error.body === undefined ? reply.code(error.status).send() : reply.code(error.status).send(error.body);
		}
		// What the guard still saw was deleted before the transaction began.
		if (error instanceof NoResultError) {
			const body: ErrorBody = { error: 'Resource could not be found' };
			return reply.code(404).send(body);
		}
		if (error.statusCode === 429) return reply.code(429).type('text/plain; charset=utf-8').send('Retry later\n');
		if (error.statusCode !== undefined && error.statusCode < 500) {
			const body: ValidationErrorBody = { message: error.message, attributes: ['body'] };
			return reply.code(error.statusCode).send(body);
		}
		request.log.error({ err: error }, 'request failed');
		const body: ErrorBody = { error: 'Internal server error' };
		return reply.code(500).send(body);
	});
}

/** What is missing or fails now may be there a moment later; browsers may keep a 404 of which nobody says for how long. */
function forbidKeeping(reply: FastifyReply): void {
	reply.header('Cache-Control', 'no-store');
}
