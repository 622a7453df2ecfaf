import { EndActionsView } from '../features/conversation/EndActionsView.tsx';
import { TranscriptView } from '../features/transcript/TranscriptView.tsx';

/** What a conversation's end offers. A chunk of its own: most conversations are read and written in long before. */
export function Ending() {
	return (
		<EndActionsView>
			<TranscriptView />
		</EndActionsView>
	);
}
