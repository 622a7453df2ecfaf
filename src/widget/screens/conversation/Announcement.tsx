import type { Message } from '#protocol/entities/entities.ts';
import { useAttachmentLabel } from '#ui/attachments/useAttachmentLabel.ts';
import { plainText } from '#ui/richText/plainText.ts';
import { useIdentity } from '../../features/messages/useIdentity.ts';

/** What screen readers say of a new message. */
export function Announcement({ message }: { message: Message }) {
	const { name } = useIdentity()(message.sender);
	const nameFiles = useAttachmentLabel();
	return (
		<p>
			{name}: {plainText(message.content ?? '') || nameFiles(message)}
		</p>
	);
}
