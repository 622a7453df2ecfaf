import type { Message } from '#protocol/entities/entities.ts';
import { RichText } from '#ui/richText/RichText.tsx';
import { Bubble } from '#ui/Bubble.tsx';

/** The text of a message of any kind. A question may have none. */
export function KindText({ message }: { message: Message }) {
	if (!message.content) return null;
	return (
		<Bubble isOwn={false}>
			<RichText text={message.content} verbatim={message.content_attributes['verbatim']} />
		</Bubble>
	);
}
