import { useAtomValue } from 'jotai/react';
import { isFromVisitor } from '#protocol/entities.ts';
import { plainText } from '#ui/richText/plainText.ts';
import { useAttachmentLabel } from '#ui/attachments/useAttachmentLabel.ts';
import { arrivedMessageAtom } from '../../features/messages/messages.ts';
import { useIdentity } from '../../features/messages/useIdentity.ts';

/** A live region that announces new messages of the team, with their sender. */
export function LiveAnnouncer() {
	const message = useAtomValue(arrivedMessageAtom);
	const identify = useIdentity();
	const nameFiles = useAttachmentLabel();
	return (
		<div aria-live="polite" data-visually-hidden>
			{message && !isFromVisitor(message) && (
				<p key={message.id}>
					{identify(message.sender).name}: {plainText(message.content ?? '') || nameFiles(message)}
				</p>
			)}
		</div>
	);
}
