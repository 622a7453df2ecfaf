/** Files as the wire shows them. `baseUrl` is where visitors and agents reach this server, without a slash at the end. */
import type { FileAttachment } from '#protocol/attachments.ts';
import type { BlobRow } from './blobs.ts';
import type { Files } from './files.ts';
import { FILES_PATH } from './fileRoutes.ts';
import { kindOf } from './fileType.ts';

/** What an attachment has besides its file. */
type Identity = Pick<FileAttachment, 'id' | 'message_id' | 'account_id'>;

/** Wire-contract B.3. A picture is its own preview. */
export function presentFileAttachment(
	files: Files,
	blob: BlobRow,
	identity: Identity,
	baseUrl: string,
): FileAttachment {
	const kind = kindOf(blob.content_type);
	const address = `${baseUrl}${FILES_PATH}/${files.sign('address', blob)}/${encodeURIComponent(blob.filename)}`;
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
export interface DirectUpload {
	id: number;
	key: string;
	filename: string;
	content_type: string;
	metadata: Record<string, never>;
	service_name: string;
	byte_size: number;
	checksum: string;
	/** ISO 8601. */
	created_at: string;
	/** For the message that takes the file. */
	signed_id: string;
	/** Where and with which headers to PUT the bytes. */
	direct_upload: { url: string; headers: Record<string, string> };
}

export function presentDirectUpload(files: Files, blob: BlobRow, baseUrl: string): DirectUpload {
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
			url: `${baseUrl}${FILES_PATH}/${files.sign('upload', blob)}`,
			headers: { 'Content-Type': blob.content_type },
		},
	};
}
