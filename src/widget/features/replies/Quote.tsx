import type { Message } from '#protocol/entities.ts';
import { useSummary } from '../messages/useSummary.ts';
import styles from './Quote.module.css';

/** The quoted message on one line. */
export function Quote({ message }: { message: Message }) {
	const summary = useSummary(message);
	return (
		<span className={styles.quote} title={summary}>
			<bdi>{summary}</bdi>
		</span>
	);
}
