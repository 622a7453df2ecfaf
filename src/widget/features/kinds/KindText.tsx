import type { Message } from '#protocol/entities.ts';
import { RichText } from '#ui/richText/RichText.tsx';
import { Bubble } from '#ui/Bubble.tsx';

/** What a message of any kind says in words. A question need not have any. */
export function KindText({ message }: { message: Message }) {
	if (!message.content) return null;
	return (
		<Bubble isOwn={false}>
			<RichText text={message.content} />
		</Bubble>
	);
}
