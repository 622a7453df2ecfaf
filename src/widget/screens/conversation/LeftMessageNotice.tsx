import { useLingui } from '@lingui/react/macro';
import { useWaitText } from '../../features/availability/useWaitText.ts';
import styles from './LeaveMessageForm.module.css';

/** After a message was left: what happens next, and when. */
export function LeftMessageNotice() {
	const { t } = useLingui();
	const wait = useWaitText();
	return (
		<p className={styles.notice} role="status">
			<strong>{t`Thank you for your message!`}</strong> {t`The team will reply to you by email.`} {wait}
		</p>
	);
}
