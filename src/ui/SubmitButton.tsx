import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface Props {
	/** A submission is under way, so the form takes no other; the button keeps the focus. */
	isBusy?: boolean;
	/** Something is missing without which the form is not sent. */
	isDisabled?: boolean;
	children: ReactNode;
}

/** The submit button of a form, whose action Enter in a field starts too. */
export function SubmitButton({ isBusy = false, isDisabled = false, children }: Props) {
	return (
		<button
			type="submit"
			className={`${styles.button} ${styles.primary}`}
			aria-disabled={isBusy || isDisabled || undefined}
		>
			{children}
		</button>
	);
}
