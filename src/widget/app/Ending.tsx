import { useSetAtom } from 'jotai/react';
import { atom } from 'jotai/vanilla';
import { leaveConversation } from '../features/conversation/conversation.ts';
import { offeredTopicsAtom } from '../features/topics/offered.ts';
import { EndActionsView } from '../screens/conversation/EndActionsView.tsx';
import { TranscriptView } from '../screens/transcript/TranscriptView.tsx';
import { goHome } from './navigate.ts';

/** The next conversation is begun here, or at home where there are topics to choose from. */
const beginAnew = atom(null, (get, set) => {
	set(leaveConversation);
	if (get(offeredTopicsAtom).length > 0) set(goHome);
});

/**
 * The actions at a conversation's end. They are a chunk of their own, since a visitor reads and writes long before they are
 * needed.
 */
export function Ending() {
	const begin = useSetAtom(beginAnew);
	return (
		<EndActionsView onLeave={() => begin()}>
			<TranscriptView />
		</EndActionsView>
	);
}
