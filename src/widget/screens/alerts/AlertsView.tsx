import { useAtomValue } from 'jotai/react';
import { alertAtom } from '../../features/alerts/alerts.ts';
import styles from './AlertsView.module.css';

/**
 * The banner. Both live regions are always in the page, so that screen readers announce what
 * appears in them: errors at once, successes politely.
 */
export function AlertsView() {
	const alert = useAtomValue(alertAtom);
	const banner = alert && <p className={`${styles.banner} ${styles[alert.kind]}`}>{alert.text}</p>;
	return (
		<div className={styles.place}>
			<div role="alert">{alert?.kind === 'error' && banner}</div>
			<div role="status">{alert?.kind === 'success' && banner}</div>
		</div>
	);
}
