import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface Props {
	/** Something is on its way, so the form takes no other submission; the button keeps the focus meanwhile. */
	isBusy?: boolean;
	children: ReactNode;
}

/** What Enter in a field of its form does too. */
export function SubmitButton({ isBusy = false, children }: Props) {
	return (
		<button type="submit" className={`${styles.button} ${styles.primary}`} aria-disabled={isBusy || undefined}>
			{children}
		</button>
	);
}
