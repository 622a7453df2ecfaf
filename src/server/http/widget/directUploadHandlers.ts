/** Files that are uploaded before their message (docs/wire.md, Attachments). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { presentDirectUpload } from '../../present/file.ts';
import type { Handlers } from '../registerRoutes.ts';
import { uploadRules } from '../uploadRules.ts';
import type { Services } from '../../services/services.ts';

export function directUploadHandlers(services: Services): Pick<Handlers<typeof widgetRoutes>, 'createDirectUpload'> {
	const { files } = services;
	return {
		async createDirectUpload({ visitor, body: { blob } }) {
			const announcement = {
				name: blob.filename,
				contentType: blob.content_type ?? '',
				byteSize: blob.byte_size,
				checksum: blob.checksum,
			};
			return presentDirectUpload(files, await files.announce(announcement, uploadRules(services, visitor)));
		},
	};
}
