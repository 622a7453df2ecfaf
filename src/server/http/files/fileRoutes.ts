/**
 * Serves files at `/files/<signed id>/<name>`, the pictures of agents at `/avatars/<key>` and those
 * of articles at `/article-pictures/<key>`, with headers that keep browsers from running anything
 * in them, and takes the bytes of direct uploads at `/files/<signed id>`. The address is the
 * permission: it is only given to those who may read the file, and cannot be guessed.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UPLOAD_LIMIT } from '../routing/rateLimits.ts';
import { notFound } from '../routing/httpError.ts';
import type { BlobRow } from '../../store/tables/blobRow.ts';
import { ARTICLE_PICTURES_PATH } from '#markdown/articlePictures.ts';
import { AVATARS_PATH } from '../../domain/people/agentPicture.ts';
import { parseRange, type ByteRange } from './byteRange.ts';
import { contentDisposition } from '../../files/fileName.ts';
import type { Files } from '../../files/files.ts';
import { kindOf } from '../../files/fileType.ts';
import { FILES_PATH } from '../../present/file.ts';

interface FileSources {
	files: Files;
	/** The picture of an agent, by its key. */
	findPicture: (key: string) => Promise<BlobRow | undefined>;
	/** The picture of an article, by its key. */
	findArticlePicture: (key: string) => Promise<BlobRow | undefined>;
}

/** A plugin: `app.register(fileRoutes, sources)`. */
export async function fileRoutes(app: FastifyInstance, sources: FileSources): Promise<void> {
	const { files } = sources;
	// Bodies are files here, of any type, so nothing parses them.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, _body, done) => done(null));

	app.put<{ Params: { id: string } }>(`${FILES_PATH}/:id`, UPLOAD_LIMIT, async (request, reply) => {
		await files.receive(request.params.id, request.raw);
		return reply.code(204).send();
	});

	// The name is only for people; it may be longer than a named path parameter.
	app.route<{ Params: { id: string } }>({
		method: ['GET', 'HEAD'],
		url: `${FILES_PATH}/:id/*`,
		handler: async (request, reply) => {
			const blob = await files.findByAddress(request.params.id);
			if (!blob) throw notFound();
			return serve(files, blob, request, reply);
		},
	});

	for (const [path, find] of [
		[AVATARS_PATH, sources.findPicture],
		[ARTICLE_PICTURES_PATH, sources.findArticlePicture],
	] as const)
		app.route<{ Params: { key: string } }>({
			method: ['GET', 'HEAD'],
			url: `${path}/:key`,
			handler: async (request, reply) => {
				const blob = await find(request.params.key);
				if (!blob) throw notFound();
				return serve(files, blob, request, reply);
			},
		});
}

async function serve(files: Files, blob: BlobRow, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	const etag = `"${blob.checksum}"`;
	const headers = { ...headersOf(blob), etag };
	if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send();

	const range = parseRange(rangeOf(request, etag), blob.byte_size);
	if (range === 'unsatisfiable') {
		return reply.code(416).headers(headers).header('content-range', `bytes */${blob.byte_size}`).send();
	}
	const part = range === 'whole' ? { first: 0, last: blob.byte_size - 1 } : range;
	const isEmpty = request.method === 'HEAD' || blob.byte_size === 0;
	// Opened before any header is set: a refusal with these headers would be cached for a year.
	const bytes = isEmpty ? undefined : await read(files, blob, part);
	reply.headers(headers).header('content-length', part.last - part.first + 1);
	if (range !== 'whole') reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${blob.byte_size}`);
	return reply.send(bytes);
}

/** Throws 404 when the bytes are gone. */
async function read(files: Files, blob: BlobRow, part: ByteRange): Promise<Readable> {
	const bytes = await files.read(blob, part);
	if (!bytes) throw notFound();
	return bytes;
}

/** A range only counts if the client's parts are of this same version of the file. */
function rangeOf(request: FastifyRequest, etag: string): string | undefined {
	const condition = request.headers['if-range'];
	return condition === undefined || condition === etag ? request.headers.range : undefined;
}

function headersOf(blob: BlobRow): Record<string, string> {
	const { content_type: type } = blob;
	return {
		'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
		'content-disposition': contentDisposition(kindOf(type) === 'file' ? 'attachment' : 'inline', blob.filename),
		'x-content-type-options': 'nosniff',
		'content-security-policy': "sandbox; default-src 'none'",
		// Desks and mails of other origins may show the file; only those who know the address can.
		'cross-origin-resource-policy': 'cross-origin',
		// What an article shows is everyone's.
		'cache-control': `${blob.article_account_id === null ? 'private' : 'public'}, max-age=31536000, immutable`,
		'accept-ranges': 'bytes',
	};
}
