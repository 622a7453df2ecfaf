import { useAtomValue } from 'jotai/react';
import { isLeavingMessageAtom } from '../../features/leaving/leaving.ts';
import { LeaveMessageForm } from './LeaveMessageForm.tsx';
import { useLingui } from '@lingui/react/macro';
import { useWaitText } from '../../features/availability/useWaitText.ts';
import styles from './LeaveMessageForm.module.css';

/**
 * While the team is away: the form, and once the message was left what happens next, in one chunk.
 */
export function AwayComposer() {
	return useAtomValue(isLeavingMessageAtom) ? <LeaveMessageForm /> : <LeftMessageNotice />;
}

/** After a message was left: what happens next, and when. */
function LeftMessageNotice() {
	const { t } = useLingui();
	const wait = useWaitText();
	return (
		<p className={styles.notice} role="status">
			<strong>{t`Thank you for your message!`}</strong> {t`The team will reply to you by email.`} {wait}
		</p>
	);
}
