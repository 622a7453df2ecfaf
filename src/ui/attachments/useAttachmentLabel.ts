import { useLingui } from '@lingui/react/macro';
import type { Message } from '#protocol/entities/entities.ts';

/**
 * Answers a function that names a message's files in a few words, for places without room for the
 * files; '' for none.
 */
export function useAttachmentLabel(): (message: Message) => string {
	const { t } = useLingui();
	const labels = {
		image: t`Picture message`,
		audio: t`Audio message`,
		video: t`Video message`,
		file: t`File Attachment`,
		location: t`Location`,
		fallback: t`has shared a url`,
	};
	return ({ attachments = [] }) => (attachments[0] ? labels[attachments[0].file_type] : '');
}
