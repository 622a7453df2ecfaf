import { useAtomValue } from 'jotai/react';
import { isFromVisitor } from '#protocol/entities.ts';
import { channelAtom } from '../channel/channel.ts';
import { arrivedMessageAtom } from './messages.ts';
import { senderName } from './senderName.ts';

/** Reads new messages of the team aloud, with their sender. */
export function Announcer() {
	const { websiteName } = useAtomValue(channelAtom);
	const message = useAtomValue(arrivedMessageAtom);
	return (
		<div aria-live="polite" data-visually-hidden>
			{message && !isFromVisitor(message) && (
				<p key={message.id}>
					{senderName(message.sender) ?? websiteName}: {message.content}
				</p>
			)}
		</div>
	);
}
