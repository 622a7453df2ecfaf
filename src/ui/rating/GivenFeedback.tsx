import styles from './GivenFeedback.module.css';

/** What the visitor has written to a rating; nothing before. */
export function GivenFeedback({ text }: { text: string | null | undefined }) {
	return text ? (
		<p className={styles.feedback} dir="auto">
			{text}
		</p>
	) : null;
}
