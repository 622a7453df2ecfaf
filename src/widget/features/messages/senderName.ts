import type { Sender } from '#protocol/entities.ts';

/** The name that an agent or bot goes by; undefined where a message has no sender, as a template. */
export function senderName(sender: Sender | undefined): string | undefined {
	if (sender?.type === 'user') return sender.available_name || sender.name;
	return sender?.name;
}

/** The face beside it, or ''. */
export function senderPicture(sender: Sender | undefined): string {
	return sender && sender.type !== 'contact' ? sender.avatar_url : '';
}
