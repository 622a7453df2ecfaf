import { useLingui } from '@lingui/react/macro';
import styles from './Spinner.module.css';

/** Says that something is loading, where there is nothing else to show. */
export function Spinner() {
	const { t } = useLingui();
	return (
		<div className={styles.spinner} role="status">
			<span data-visually-hidden>{t`Loading`}</span>
		</div>
	);
}
