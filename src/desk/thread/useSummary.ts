import type { Message } from '#protocol/entities.ts';
import { useAttachmentLabel } from '#ui/attachments/useAttachmentLabel.ts';
import { usePlainText } from '#ui/richText/plainText.ts';
import { useMessageText } from '../conversations/useMessageText.ts';

/** A message on one line: its words in the agent's language where the server wrote them, or a label for its files. */
export function useSummary(message: Message): string {
	const words = usePlainText(useMessageText()(message));
	const nameFiles = useAttachmentLabel();
	return words || nameFiles(message);
}
