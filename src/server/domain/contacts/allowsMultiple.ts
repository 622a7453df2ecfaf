import type { Channel } from '../../store/websites/channels.ts';

/**
 * Whether visitors of the website may have several conversations at once (docs/wire.md, Several
 * conversations): as its owner says, or where it has topics, which may be different matters.
 */
export function allowsMultiple({ widget }: Pick<Channel, 'widget'>): boolean {
	return widget.allow_multiple_conversations ?? (widget.topics ?? []).length > 0;
}
