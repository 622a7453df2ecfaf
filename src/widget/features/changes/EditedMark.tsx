import { useLingui } from '@lingui/react/macro';
import styles from './EditedMark.module.css';

/** Below a message whose text its author has changed. */
export function EditedMark() {
	const { t } = useLingui();
	return <p className={styles.mark}>{t({ message: 'Edited', context: 'message' })}</p>;
}
