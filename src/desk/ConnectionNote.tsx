import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { LOSS_SHOWN_AFTER } from '#protocol/base/limits.ts';
import { useLasting } from '#ui/useLasting.ts';
import { useIsOnline } from './common/useIsOnline.ts';
import { isConnectionLostAtom } from './connection.ts';
import styles from './DeskView.module.css';

/** Says that nothing new arrives at present. */
export function ConnectionNote() {
	const isLost = useLasting(useAtomValue(isConnectionLostAtom), LOSS_SHOWN_AFTER);
	const isOnline = useIsOnline();
	return (
		<p className={styles.connection} role="status">
			{isLost && (isOnline ? <Trans>Connection lost. Reconnecting…</Trans> : <Trans>You are offline</Trans>)}
		</p>
	);
}
