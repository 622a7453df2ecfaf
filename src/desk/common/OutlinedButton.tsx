import type { ReactNode } from 'react';
import styles from './OutlinedButton.module.css';

interface Props {
	/** It has been pressed and cannot be again yet; it keeps the focus meanwhile. */
	isBusy?: boolean;
	/** Ids of what says more about it. */
	describedBy?: string;
	/** Without it the button submits its form. */
	onPress?: () => void;
	children: ReactNode;
}

/** What is done with the thing beside it. */
export function OutlinedButton({ isBusy = false, describedBy, onPress, children }: Props) {
	return (
		<button
			type={onPress ? 'button' : 'submit'}
			className={styles.button}
			aria-describedby={describedBy}
			aria-disabled={isBusy || undefined}
			onClick={onPress}
		>
			{children}
		</button>
	);
}
