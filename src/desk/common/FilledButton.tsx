// chunk: SessionForm
import type { ReactNode } from 'react';
import styles from './FilledButton.module.css';

interface Props {
	/** The form is being sent: the button cannot be pressed again, but keeps the focus. */
	isBusy?: boolean;
	children: ReactNode;
}

/** The button that submits its form. */
export function FilledButton({ isBusy = false, children }: Props) {
	return (
		<button type="submit" className={styles.button} aria-disabled={isBusy || undefined}>
			{children}
		</button>
	);
}
