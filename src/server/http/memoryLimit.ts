/**
 * Limits how much memory one address may use: for bodies while they arrive and are processed, and
 * for answers until they are sent. An address that sends bodies without end, or does not read its
 * answers, thus only delays itself.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '#protocol/base/duration.ts';
import { networkOf } from '../base/network/networkOf.ts';
import { FILES_PATH } from '../present/file.ts';
import { FIELDS_BYTES_MAX } from './routing/readForm.ts';
import { RetryLater } from './routing/httpError.ts';
import { BODIES_LIMIT, LARGE_BODY } from './routing/rateLimits.ts';
import { takeQuota } from './routing/takeQuota.ts';
import type { Services } from '../services/services.ts';

/** Bytes: ten of the largest bodies, or five of the largest answers. */
const HELD_MAX = 10_000_000;
/** Answers with fewer bytes do not count, since they are sent at once. */
const LARGE_ANSWER = 100_000;

/** Milliseconds after which there may be room again. */
const RETRY_AFTER = 1_000;

/** Milliseconds for a body without files to arrive. */
const BODY_TIMEOUT = MINUTE;

/**
 * Runs before `compressAnswers`, which needs memory too. Applies to routes that are registered
 * later.
 */
export function limitMemory(
	app: FastifyInstance,
	{ rateLimits, knownCallers }: Pick<Services, 'rateLimits' | 'knownCallers'>,
): void {
	const held = new Map<string, number>();

	/**
	 * Counts the bytes until the answer is sent, or the connection is gone. Throws RetryLater where
	 * the address uses too much.
	 */
	const reserve = (request: FastifyRequest, reply: FastifyReply, bytes: number): void => {
		const address = networkOf(request.ip);
		const before = held.get(address) ?? 0;
		// An answer that exceeds the limit on its own is allowed while the address holds nothing
		// else.
		if (before > 0 && before + bytes > HELD_MAX) throw new RetryLater(RETRY_AFTER);
		held.set(address, before + bytes);
		reply.raw.once('close', () => {
			const left = (held.get(address) ?? 0) - bytes;
			if (left > 0) held.set(address, left);
			else held.delete(address);
		});
	};

	app.addHook('preParsing', async (request, reply, body) => {
		const bytes = bytesInMemory(app, request);
		if (bytes > 0) reserve(request, reply, bytes);
		if (bytes > LARGE_BODY && !isForm(request))
			await takeQuota(rateLimits, { quota: BODIES_LIMIT, who: knownCallers.keyOf(request) }, bytes);
		if (bytes > 0 && !isForm(request)) {
			const timer = setTimeout(() => request.raw.destroy(), BODY_TIMEOUT);
			body.once('close', () => clearTimeout(timer));
		}
		return body;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : 0;
		if (bytes > LARGE_ANSWER) reserve(request, reply, bytes);
		return payload;
	});
}

/**
 * The part of the body that is in memory at a time. Files are written to the disk as they arrive.
 */
function bytesInMemory(app: FastifyInstance, request: FastifyRequest): number {
	const { headers, routeOptions } = request;
	const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
	if (!hasBody || routeOptions.url?.startsWith(FILES_PATH)) return 0;
	const max = isForm(request) ? FIELDS_BYTES_MAX : (app.initialConfig.bodyLimit ?? 0);
	return Math.min(max, Number(headers['content-length'] ?? max));
}

/** As the parser of forms finds out, which only runs later. */
function isForm({ headers }: FastifyRequest): boolean {
	return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}
