import type { ContentAttributesOf, RichContentType } from '#protocol/contentTypes.ts';
import type { Message } from '#protocol/entities.ts';

/** What each kind's component gets: the message, and what its kind has beside the text. */
export interface KindProps<T extends RichContentType> {
	message: Message;
	attributes: ContentAttributesOf<T>;
}
