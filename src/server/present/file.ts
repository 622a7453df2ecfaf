/** Files as the wire shows them. */
import type { DirectUpload, FileAttachment } from '#protocol/attachments.ts';
import type { BlobRow } from './blobs.ts';
import type { Files } from './files.ts';
import { FILES_PATH } from './fileRoutes.ts';
import { kindOf } from './fileType.ts';

/** What an attachment has besides its file. */
type Identity = Pick<FileAttachment, 'id' | 'message_id' | 'account_id'>;

/** Wire-contract B.3. A picture is its own preview. */
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

/** The answer to a direct upload's beginning (wire-contract 1.15). */
export function presentDirectUpload(files: Files, blob: BlobRow): DirectUpload {
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
			url: `${files.baseUrl}${FILES_PATH}/${files.sign('upload', blob)}`,
			headers: { 'Content-Type': blob.content_type },
		},
	};
}
