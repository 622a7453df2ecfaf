import type { Message, PushMessage } from '#protocol/entities/entities.ts';
import { firstTitle } from '#models/firstTitle.ts';
import { useAttachmentLabel } from '#ui/attachments/useAttachmentLabel.ts';
import { usePlainText } from '#ui/richText/plainText.ts';
import { answerOf } from './answerOf.ts';
import { useMessageText } from './useMessageText.ts';

/**
 * A message on one line: its words in the agent's language where the server wrote them, a label for
 * its files, or what it shows first. Without a message it is empty.
 */
export function useSummary(message: Message | undefined): string {
	const textOf = useMessageText();
	const words = usePlainText(message ? textOf(message) : '');
	const nameFiles = useAttachmentLabel();
	return words || (message ? nameFiles(message) || firstTitle(message) : '');
}

/**
 * What was last said: the visitor's answer to the message, where there is one, else the message.
 */
export function useLastSaid(message: PushMessage | undefined): string {
	const summary = useSummary(message);
	return (message?.answered_at && answerOf(message)) || summary;
}
