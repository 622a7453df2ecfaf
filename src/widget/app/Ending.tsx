import { EndActionsView } from '../screens/conversation/EndActionsView.tsx';
import { TranscriptView } from '../screens/transcript/TranscriptView.tsx';

/** What a conversation's end offers. A chunk of its own: most conversations are read and written in long before. */
export function Ending() {
	return (
		<EndActionsView>
			<TranscriptView />
		</EndActionsView>
	);
}
