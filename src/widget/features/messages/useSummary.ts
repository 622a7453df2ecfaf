import type { Message } from '#protocol/entities/entities.ts';
import { firstTitle } from '#models/firstTitle.ts';
import { usePlainText } from '#ui/richText/plainText.ts';
import { useAttachmentLabel } from '#ui/attachments/useAttachmentLabel.ts';

/** A message on one line: its words, a label for its files, or what it shows first. */
export function useSummary(message: Message): string {
	const words = usePlainText(message.content ?? '');
	const nameFiles = useAttachmentLabel();
	return words || nameFiles(message) || firstTitle(message);
}
