import type { Message } from '#protocol/entities.ts';
import { firstTitle } from '#models/firstTitle.ts';
import { useAttachmentLabel } from '#ui/attachments/useAttachmentLabel.ts';
import { usePlainText } from '#ui/richText/plainText.ts';
import { useMessageText } from './useMessageText.ts';

/**
 * A message on one line: its words in the agent's language where the server wrote them, a label for its files, or what it shows
 * first. Without a message it is empty.
 */
export function useSummary(message: Message | undefined): string {
	const textOf = useMessageText();
	const words = usePlainText(message ? textOf(message) : '');
	const nameFiles = useAttachmentLabel();
	return words || (message ? nameFiles(message) || firstTitle(message) : '');
}
