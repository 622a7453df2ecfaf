import { Trans } from '@lingui/react/macro';
import styles from './HeaderFailure.module.css';

/** Says that a change has failed, as the last line of the thread's header. */
export function HeaderFailure() {
	return (
		<span className={styles.failure} role="alert">
			<Trans>That did not work. Try again.</Trans>
		</span>
	);
}
