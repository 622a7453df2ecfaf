import styles from './DayLabel.module.css';
import { useDayText } from '../../features/messages/useDayText.ts';

/** The label above the first message of a day. */
export function DayLabel({ seconds }: { seconds: number }) {
	return <h2 className={styles.label}>{useDayText()(seconds)}</h2>;
}
