import styles from './FieldError.module.css';

/**
 * What is wrong with the controls that name it by `aria-describedby`; nothing is drawn without it.
 */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
	return (
		<p id={id} className={styles.error}>
			{children}
		</p>
	);
}
