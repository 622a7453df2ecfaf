/**
 * Compresses what the server generates: JSON and pages. Built files are compressed on disk, and
 * uploaded files are sent as they are.
 *
 * The size of a compressed answer reveals no secret (BREACH): for that, another site's page would
 * have to make the browser request it, and answers with secrets need a token in a header, or in the
 * frame's own address.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Compress = (payload: string) => Promise<Buffer>;

const brotli = promisify(brotliCompress);

/** In order of preference. */
const ENCODINGS: Readonly<Record<string, Compress>> = {
	br: (payload) =>
		brotli(payload, {
			params: {
				// Higher levels take more time than the smaller answer saves.
				[constants.BROTLI_PARAM_QUALITY]: 5,
				// 256 kB, in which most answers are as a whole: with 4 MB, the default, each large
				// one would take 10 MB more for as long.
				[constants.BROTLI_PARAM_LGWIN]: 18,
				[constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(payload),
			},
		}),
	gzip: promisify(gzip),
};

/** Characters from which compressing is worthwhile; shorter answers fit into one packet anyway. */
const WORTHWHILE = 1_000;

/** Runs after `tagAnswers`, since a tag identifies the text, however it is encoded. */
export function compressAnswers(app: FastifyInstance): void {
	app.addHook('onSend', async (request, reply, payload) => {
		if (typeof payload !== 'string' || payload.length < WORTHWHILE || reply.hasHeader('Content-Encoding'))
			return payload;
		vary(reply);
		const accepted = acceptedEncoding(request);
		const compress = accepted && ENCODINGS[accepted];
		if (!compress) return payload;
		reply.header('Content-Encoding', accepted);
		reply.removeHeader('Content-Length');
		const tag = reply.getHeader('ETag');
		// A strong tag promises the same bytes, so each encoding has its own (RFC 9110, section
		// 8.8.3.3). A weak one would match no `If-Match`.
		if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('ETag', `${tag.slice(0, -1)}-${accepted}"`);
		return compress(payload);
	});
}

/** The best encoding that the client accepts, or undefined for none. */
function acceptedEncoding(request: FastifyRequest): string | undefined {
	const header = (request.headers['accept-encoding'] ?? '').toLowerCase();
	const refused = /;\s*q=0(\.0*)?\s*$/;
	const accepted = header.split(',').filter((part) => !refused.test(part));
	const names = accepted.map((part) => part.split(';')[0]?.trim());
	return Object.keys(ENCODINGS).find((name) => names.includes(name));
}

function vary(reply: FastifyReply): void {
	const known = reply.getHeader('Vary');
	reply.header('Vary', known === undefined ? 'Accept-Encoding' : `${String(known)}, Accept-Encoding`);
}
