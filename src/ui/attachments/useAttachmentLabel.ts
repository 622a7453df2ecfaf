import { useLingui } from '@lingui/react/macro';
import type { Message } from '#protocol/entities.ts';

/** Answers what to call a message's files where there is no room for them, or ''. */
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
