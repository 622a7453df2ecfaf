/**
 * A message's attachments as the wire shows them (docs/wire.md, Attachments;
 * docs/application-api.md, Objects).
 */
import type { Attachment } from '#protocol/entities/attachments.ts';
import type { Files } from '../files/files.ts';
import { presentFileAttachment } from './file.ts';
import type { AttachmentWithBlob } from '../store/messages/attachments.ts';

export function presentAttachment(files: Files, { attachment, blob }: AttachmentWithBlob): Attachment {
	const { id, message_id, account_id, fallback_title, external_url } = attachment;
	const identity = { id, message_id, account_id };
	switch (attachment.file_type) {
		case 'file':
			if (!blob) throw new Error('A file has a blob');
			return presentFileAttachment(files, blob, identity);
		case 'location':
			return {
				...identity,
				file_type: 'location',
				coordinates_lat: attachment.coordinates_lat ?? 0,
				coordinates_long: attachment.coordinates_long ?? 0,
				fallback_title,
				data_url: external_url,
			};
		case 'fallback':
			return { ...identity, file_type: 'fallback', fallback_title, data_url: external_url };
	}
}
