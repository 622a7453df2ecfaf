import type { Message } from '#protocol/entities/entities.ts';

/**
 * What a message without words shows first: the title of a card, an article or a choice, or the
 * label of a field.
 */
export function firstTitle({ content_attributes }: Pick<Message, 'content_attributes'>): string {
	const [first] = (content_attributes['items'] ?? []) as readonly { title?: string; label?: string }[];
	return first?.label ?? first?.title ?? '';
}
