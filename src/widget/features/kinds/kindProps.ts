import type { ContentAttributesOf, RichContentType } from '#protocol/entities/contentTypes.ts';
import type { Message } from '#protocol/entities/entities.ts';

/** The props of each kind's component: the message, and the kind's attributes. */
export interface KindProps<T extends RichContentType> {
	message: Message;
	attributes: ContentAttributesOf<T>;
}
