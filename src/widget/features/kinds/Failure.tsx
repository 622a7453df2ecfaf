import styles from './Failure.module.css';

/**
 * An error message, or undefined. The live region is always in the page, so that screen readers
 * announce a new text.
 */
export function Failure({ text }: { text: string | undefined }) {
	return (
		<div role="alert" className={styles.failure}>
			{text}
		</div>
	);
}
