import { EndActionsView } from '../screens/conversation/EndActionsView.tsx';
import { TranscriptView } from '../screens/transcript/TranscriptView.tsx';

/**
 * The actions at a conversation's end. They are a chunk of their own, since a visitor reads and writes long before they are
 * needed.
 */
export function Ending() {
	return (
		<EndActionsView>
			<TranscriptView />
		</EndActionsView>
	);
}
