/** Files that go up before their message (wire-contract 1.15). */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { presentDirectUpload } from '../files/presentFile.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import { visitorFileRules } from '../rules/attach.ts';
import type { Services } from '../services.ts';

export function directUploadHandlers({ files }: Services): Pick<Handlers<typeof widgetRoutes>, 'createDirectUpload'> {
	return {
		async createDirectUpload({ visitor, body: { blob } }) {
			const announcement = {
				name: blob.filename,
				contentType: blob.content_type ?? '',
				byteSize: blob.byte_size,
				checksum: blob.checksum,
			};
			return presentDirectUpload(files, await files.announce(announcement, visitorFileRules(visitor.channel)));
		},
	};
}
