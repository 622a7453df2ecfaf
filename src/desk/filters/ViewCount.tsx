import { useLingui } from '@lingui/react/macro';
import styles from './ViewCount.module.css';

/** How many conversations a saved view has; nothing until that is known. */
export function ViewCount({ count }: { count: number | undefined }) {
	const { i18n } = useLingui();
	if (count === undefined) return null;
	return <span className={styles.count}> {i18n.number(count, { notation: 'compact', maximumFractionDigits: 0 })}</span>;
}
