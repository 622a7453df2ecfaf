/**
 * `multipart/form-data`: each file is stored as it arrives and replaced by its signed id, so that a
 * route need not distinguish forms with files from those that refer to direct uploads
 * (docs/wire.md, Attachments).
 */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FILE_SIZE_MAX, FILES_PER_MESSAGE_MAX } from '#protocol/entities/attachments.ts';
import { CONTENT_MAX } from '#protocol/base/limits.ts';
import { cleanBody } from '../../base/cleanBody.ts';
import { nestForm } from './formBody.ts';
import { invalid, HttpError } from './httpError.ts';
import type { FileRules, Files } from '../../files/files.ts';

interface ReadOptions {
	rules?: FileRules | undefined;
	/** Called with the bytes of each field, also of one that is refused. */
	count?: (bytes: number) => void;
}

/**
 * The body of a multipart request, nested by its names. Call it once the caller is authenticated,
 * so that strangers cannot store files. Throws a problem of a file, 422 for too many files, 413 for
 * too many or too long fields, 400 for an invalid form, and errors of the connection. Files of a
 * request that fails stay unclaimed, and are deleted like all that no message took.
 */
export async function readForm(
	request: FastifyRequest,
	files: Files,
	{ rules, count = () => {} }: ReadOptions = {},
): Promise<ReturnType<typeof nestForm>> {
	const form: [name: string, value: string][] = [];
	let bytes = 0;
	try {
		for await (const part of request.parts({ limits: LIMITS })) {
			const value = await readPart(part, files, rules);
			bytes += Buffer.byteLength(value);
			count(Buffer.byteLength(value));
			if (bytes > FIELDS_BYTES_MAX) throw new HttpError(413, { message: 'Body is too large', attributes: ['body'] });
			form.push([part.fieldname, value]);
		}
	} catch (error) {
		request.raw.unpipe();
		// The rest is read and dropped, so that the connection can carry the answer. Of a body that
		// is too large that would be tens of megabytes within milliseconds, all of them in memory
		// until they are collected.
		if (isTooLarge(error)) count(LIMITS.fieldSize);
		else request.raw.resume();
		if (isTooMany(error)) throw invalid('Attachments exceeded maximum allowed', ['attachments']);
		if (isMalformed(error)) throw new HttpError(400, { message: 'Body is not a valid form', attributes: ['body'] });
		throw error;
	}
	return nestForm(form);
}

/** The names of file fields in a form. */
const FILE_LISTS: ReadonlySet<string> = new Set([
	'message[attachments][]',
	'attachments[]',
	'attachment',
	'import_file',
	'profile[avatar]',
]);

const LIMITS = {
	// One more byte than allowed shows that a file is too large; the rest is dropped unread.
	fileSize: FILE_SIZE_MAX + 1,
	files: FILES_PER_MESSAGE_MAX,
	// A first message with all its facts has half as many.
	fields: 20,
	// A character has at most four bytes, and one more shows that the text is too long.
	fieldSize: (CONTENT_MAX + 1) * 4,
};

/** Bytes of all fields together: the longest text, and the fields beside it. */
export const FIELDS_BYTES_MAX = LIMITS.fieldSize + 100_000;

async function readPart(part: Multipart, files: Files, rules: FileRules | undefined): Promise<string> {
	// The parser has already parsed a part that is declared as JSON, however deeply it is nested.
	if (part.type === 'field') return typeof part.value === 'string' ? part.value : JSON.stringify(cleanBody(part.value));
	if (!FILE_LISTS.has(part.fieldname)) {
		const [name = 'body'] = part.fieldname
			.split(/[[\]]+/)
			.filter(Boolean)
			.slice(-1);
		throw invalid(`${name}: Expected text, received a file`, [name]);
	}
	const claim = { name: decodeFileName(part.filename), contentType: part.mimetype };
	return files.sign('attachment', await files.upload(part.file, claim, rules));
}

/**
 * Browsers encode what would end the name in the form, and nothing else (HTML Standard, Multipart
 * form data).
 */
function decodeFileName(name: string): string {
	return name.replaceAll(/%(?:22|0D|0A)/g, decodeURIComponent);
}

function isTooMany(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';
}

/** The parser has read a field of the largest size, too many fields, or too much in all. */
function isTooLarge(error: unknown): boolean {
	if (error instanceof HttpError) return error.status === 413;
	return error instanceof Error && 'statusCode' in error && error.statusCode === 413;
}

/** The parser's own errors have no code; those of the disk, the database and the connection do. */
function isMalformed(error: unknown): boolean {
	return error instanceof Error && error.constructor === Error && !('code' in error);
}
