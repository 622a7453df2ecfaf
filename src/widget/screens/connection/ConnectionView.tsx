import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { LOSS_SHOWN_AFTER } from '#protocol/base/limits.ts';
import { useLasting } from '#ui/useLasting.ts';
import { isOfflineAtom } from '../../features/connection/connection.ts';
import styles from './ConnectionView.module.css';

/**
 * Says that no messages arrive at present. The live region is always in the page, so that screen
 * readers announce its text.
 */
export function ConnectionView() {
	const { t } = useLingui();
	const isOutOfTouch = useLasting(useAtomValue(isOfflineAtom), LOSS_SHOWN_AFTER);
	return (
		<div className={styles.notice} role="status">
			{isOutOfTouch && <p className={styles.text}>{t`Connection lost. Reconnecting…`}</p>}
		</div>
	);
}
