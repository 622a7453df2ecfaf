import { useAtomValue } from 'jotai/react';
import { isLeavingMessageAtom } from '../../features/leaving/leaving.ts';
import { LeaveMessageForm } from './LeaveMessageForm.tsx';
import { LeftMessageNotice } from './LeftMessageNotice.tsx';

/**
 * While the team is away: the form, and once the message was left what happens next, in one chunk.
 */
export function AwayComposer() {
	return useAtomValue(isLeavingMessageAtom) ? <LeaveMessageForm /> : <LeftMessageNotice />;
}
