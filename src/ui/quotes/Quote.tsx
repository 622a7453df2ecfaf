import styles from './Quote.module.css';

/** A quoted message on one line. */
export function Quote({ summary }: { summary: string }) {
	return (
		<span className={styles.quote} title={summary}>
			<bdi>{summary}</bdi>
		</span>
	);
}
