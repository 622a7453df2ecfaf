/** Files and other things that hang on a message (docs/wire.md, Attachments). */
import * as v from 'valibot';

export const MEGABYTE = 1024 * 1024;

/** Bytes of one file, and files of one message, that the server takes. */
export const FILE_SIZE_MAX = 40 * MEGABYTE;
export const FILES_PER_MESSAGE_MAX = 15;

/** MIME types that may be sent besides every image, audio and video. */
const DOCUMENT_TYPES = [
	'text/csv',
	'text/plain',
	'text/rtf',
	'application/json',
	'application/pdf',
	'application/rtf',
	'application/zip',
	'application/x-7z-compressed',
	'application/vnd.rar',
	'application/x-tar',
	'application/msword',
	'application/vnd.ms-excel',
	'application/vnd.ms-powerpoint',
	'application/vnd.oasis.opendocument.text',
	'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;

/** What a channel allows unless its settings say otherwise; a `/*` stands for the whole kind. */
export const ALLOWED_FILE_TYPES: readonly string[] = ['image/*', 'audio/*', 'video/*', ...DOCUMENT_TYPES];

/** Whether `type` is in a list such as ALLOWED_FILE_TYPES. */
export function isAllowedFileType(type: string, allowed: readonly string[]): boolean {
	const kind = `${type.split('/')[0]}/*`;
	return allowed.includes(type) || allowed.includes(kind);
}

const identity = { id: v.number(), message_id: v.number(), account_id: v.number() };

/**
 * A stored file. `thumb_url` is '' when there is no preview; width and height are null unless
 * known.
 */
export const FileAttachment = v.object({
	...identity,
	file_type: v.picklist(['image', 'audio', 'video', 'file']),
	extension: v.nullable(v.string()),
	data_url: v.string(),
	thumb_url: v.string(),
	/** Bytes. */
	file_size: v.number(),
	width: v.nullable(v.number()),
	height: v.nullable(v.number()),
});
export type FileAttachment = v.InferOutput<typeof FileAttachment>;

export const LocationAttachment = v.object({
	...identity,
	file_type: v.literal('location'),
	coordinates_lat: v.number(),
	coordinates_long: v.number(),
	fallback_title: v.nullable(v.string()),
	data_url: v.nullable(v.string()),
});
export type LocationAttachment = v.InferOutput<typeof LocationAttachment>;

/** Something shared that has an address and no file. */
export const FallbackAttachment = v.object({
	...identity,
	file_type: v.literal('fallback'),
	fallback_title: v.nullable(v.string()),
	data_url: v.nullable(v.string()),
});
export type FallbackAttachment = v.InferOutput<typeof FallbackAttachment>;

/**
 * Answer to a direct upload's announcement: the address to PUT the file's bytes to, and the headers
 * that go along (docs/wire.md, Attachments).
 */
export const DirectUpload = v.object({
	id: v.number(),
	key: v.string(),
	filename: v.string(),
	content_type: v.string(),
	metadata: v.object({}),
	service_name: v.string(),
	byte_size: v.number(),
	checksum: v.string(),
	/** ISO 8601. */
	created_at: v.string(),
	/** What the message names that takes the file. */
	signed_id: v.string(),
	direct_upload: v.object({ url: v.string(), headers: v.record(v.string(), v.string()) }),
});
export type DirectUpload = v.InferOutput<typeof DirectUpload>;

export const Attachment = v.variant('file_type', [FileAttachment, LocationAttachment, FallbackAttachment]);
export type Attachment = v.InferOutput<typeof Attachment>;
