/**
 * `multipart/form-data`: each file is stored as it arrives and stands in the form as its signed id, so that a form with files
 * and one that refers to direct uploads are the same thing to a route (docs/wire.md, Attachments).
 */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FILE_SIZE_MAX, FILES_PER_MESSAGE_MAX } from '#protocol/attachments.ts';
import { CONTENT_MAX } from '#protocol/limits.ts';
import { nestForm } from './formBody.ts';
import { invalid, Refusal } from './refusal.ts';
import type { FileRules, Files } from '../files/files.ts';

/**
 * The body of a multipart request, nested as its names say. Call it once the caller is known: strangers store nothing.
 * Throws a problem of a file, 422 for too many files, 413 for too many or too long fields, 400 for what is no form, and what the connection fails with. Files of a request
 * that fails stay unclaimed, and are cleaned up like any that no message took.
 */
export async function readForm(
	request: FastifyRequest,
	files: Files,
	rules?: FileRules,
): Promise<ReturnType<typeof nestForm>> {
	const form: [name: string, value: string][] = [];
	let bytes = 0;
	try {
		for await (const part of request.parts({ limits: LIMITS })) {
			const value = await readPart(part, files, rules);
			bytes += Buffer.byteLength(value);
			if (bytes > FIELDS_BYTES_MAX) throw new Refusal(413, { message: 'Body is too large', attributes: ['body'] });
			form.push([part.fieldname, value]);
		}
	} catch (error) {
		// Reads and drops the rest, so that the connection can carry the answer.
		request.raw.unpipe();
		request.raw.resume();
		if (isTooMany(error)) throw invalid('Attachments exceeded maximum allowed', ['attachments']);
		if (isMalformed(error)) throw new Refusal(400, { message: 'Body is not a valid form', attributes: ['body'] });
		throw error;
	}
	return nestForm(form);
}

/** What files are called in a form. */
const FILE_LISTS: ReadonlySet<string> = new Set(['message[attachments][]', 'attachments[]']);

const LIMITS = {
	// One byte more than is taken shows that there is more; what follows is dropped unread.
	fileSize: FILE_SIZE_MAX + 1,
	files: FILES_PER_MESSAGE_MAX,
	// A first message with all its facts has half as many.
	fields: 20,
	// A character has at most four bytes, and one more shows that the text is too long.
	fieldSize: (CONTENT_MAX + 1) * 4,
};

/** Bytes of all fields together: the longest text, and what goes along with it. */
const FIELDS_BYTES_MAX = LIMITS.fieldSize + 100_000;

async function readPart(part: Multipart, files: Files, rules: FileRules | undefined): Promise<string> {
	// A part that says it is JSON comes parsed.
	if (part.type === 'field') return typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
	if (!FILE_LISTS.has(part.fieldname)) {
		const [name = 'body'] = part.fieldname
			.split(/[[\]]+/)
			.filter(Boolean)
			.slice(-1);
		throw invalid(`${name}: Expected text, received a file`, [name]);
	}
	const claim = { name: part.filename, contentType: part.mimetype };
	return files.sign('attachment', await files.upload(part.file, claim, rules));
}

function isTooMany(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';
}

/** The parser's own complaints are bare errors; what disk, database and connection fail with has a code. */
function isMalformed(error: unknown): boolean {
	return error instanceof Error && error.constructor === Error && !('code' in error);
}
