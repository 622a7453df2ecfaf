import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface Props {
	/** A submission is under way, so the form takes no other; the button keeps the focus. */
	isBusy?: boolean;
	children: ReactNode;
}

/** The submit button of a form, whose action Enter in a field starts too. */
export function SubmitButton({ isBusy = false, children }: Props) {
	return (
		<button type="submit" className={`${styles.button} ${styles.primary}`} aria-disabled={isBusy || undefined}>
			{children}
		</button>
	);
}
