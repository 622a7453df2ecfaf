/**
 * Compresses what we write: JSON and pages. Built files lie compressed on disk, and what people send goes out as it came.
 *
 * The size of an answer gives no secret away (BREACH): for that a stranger's page would have to make a browser ask
 * for it, and what holds secrets answers only who shows a token, in a header or in the frame's own address.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Compress = (payload: string) => Promise<Buffer>;

const brotli = promisify(brotliCompress);

/** The better one first. */
const ENCODINGS: Readonly<Record<string, Compress>> = {
	// Higher levels take longer than they save on the way.
	br: (payload) => brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
	gzip: promisify(gzip),
};

/** Characters; less goes in one packet anyway. */
const WORTHWHILE = 1_000;

/** After `tagAnswers`: a tag is of the text, however it travels. */
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
		// A strong one would promise the same bytes in every encoding.
		if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('ETag', `W/${tag}`);
		return compress(payload);
	});
}

/** The best that the client takes, or undefined for none. */
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
