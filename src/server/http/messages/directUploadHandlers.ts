/** Files that are uploaded before their message (docs/wire.md, Attachments). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { presentDirectUpload } from '../../present/file.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { uploadRules } from '../routing/uploadRules.ts';
import type { Services } from '../../services/services.ts';

export function directUploadHandlers({ files }: Services): Pick<Handlers<typeof widgetRoutes>, 'createDirectUpload'> {
	return {
		async createDirectUpload({ visitor, body: { blob } }) {
			const announcement = {
				name: blob.filename,
				contentType: blob.content_type ?? '',
				byteSize: blob.byte_size,
				checksum: blob.checksum,
			};
			const rules = uploadRules(visitor);
			return presentDirectUpload(files, await files.announce(announcement, rules), rules.sender);
		},
	};
}
