import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { isOutOfTouchAtom } from '../../features/connection/connection.ts';
import styles from './ConnectionView.module.css';

/** Says quietly that nothing arrives at present. It is always there, so that its change is read aloud. */
export function ConnectionView() {
	const { t } = useLingui();
	const isOutOfTouch = useAtomValue(isOutOfTouchAtom);
	return (
		<div className={styles.notice} role="status">
			{isOutOfTouch && <p className={styles.text}>{t`Connection lost. Reconnecting…`}</p>}
		</div>
	);
}
