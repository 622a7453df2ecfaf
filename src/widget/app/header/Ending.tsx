import { useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { channelAtom } from '../../features/channel/channel.ts';
import { leaveConversation } from '../../features/conversation/conversation.ts';
import { EndActionsView } from '../../screens/conversation/EndActionsView.tsx';
import { TranscriptView } from '../../screens/transcript/TranscriptView.tsx';
import { goHome } from '../routing/navigate.ts';

/** The next conversation is begun here, or at home where the channel has topics. */
const beginAnew = atom(null, (get, set) => {
	set(leaveConversation);
	if (get(channelAtom).topics) set(goHome);
});

/**
 * The actions at a conversation's end. They are a chunk of their own, since a visitor reads and
 * writes long before they are needed.
 */
export function Ending() {
	const begin = useSetAtom(beginAnew);
	return (
		<EndActionsView onLeave={() => begin()}>
			<TranscriptView />
		</EndActionsView>
	);
}
