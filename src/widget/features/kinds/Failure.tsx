import styles from './Failure.module.css';

/** Why something did not work, or undefined. The region is always there, so that what comes into it is read aloud. */
export function Failure({ text }: { text: string | undefined }) {
	return (
		<div role="alert" className={styles.failure}>
			{text}
		</div>
	);
}
