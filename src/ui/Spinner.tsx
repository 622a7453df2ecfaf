import { useLingui } from '@lingui/react/macro';
import styles from './Spinner.module.css';

/** Something is being fetched, and there is nothing to show meanwhile. */
export function Spinner() {
	const { t } = useLingui();
	return (
		<div className={styles.spinner} role="status">
			<span data-visually-hidden>{t`Loading`}</span>
		</div>
	);
}
