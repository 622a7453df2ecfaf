/** Files as the wire shows them. */
import type { DirectUpload, FileAttachment } from '#protocol/entities/attachments.ts';
import type { BlobRow } from '../store/tables/blobRow.ts';
import type { Files } from '../files/files.ts';
import { kindOf } from '../files/fileType.ts';

export const FILES_PATH = '/files';

/** The ids of an attachment, which its file does not know. */
type Identity = Pick<FileAttachment, 'id' | 'message_id' | 'account_id'>;

/** A picture is its own preview. */
export function presentFileAttachment(files: Files, blob: BlobRow, identity: Identity): FileAttachment {
	const kind = kindOf(blob.content_type);
	const address = `${files.baseUrl}${FILES_PATH}/${files.sign('address', blob)}/${encodeURIComponent(blob.filename)}`;
	return {
		...identity,
		file_type: kind,
		extension: null,
		data_url: address,
		thumb_url: kind === 'image' ? address : '',
		file_size: blob.byte_size,
		width: blob.width,
		height: blob.height,
	};
}

/**
 * The answer to the announcement of a direct upload (docs/wire.md, Attachments). `sender`: see
 * FileRules.
 */
export function presentDirectUpload(files: Files, blob: BlobRow, sender?: number): DirectUpload {
	return {
		id: blob.id,
		key: blob.key,
		filename: blob.filename,
		content_type: blob.content_type,
		metadata: {},
		service_name: 'local',
		byte_size: blob.byte_size,
		checksum: blob.checksum,
		created_at: new Date(blob.created_at).toISOString(),
		signed_id: files.sign('attachment', blob),
		direct_upload: {
			url: `${files.baseUrl}${FILES_PATH}/${files.sign('upload', blob, sender)}`,
			headers: { 'Content-Type': blob.content_type },
		},
	};
}
