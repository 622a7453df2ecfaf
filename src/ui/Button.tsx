import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface Props {
	/** `primary` is what the view is for; `quiet` is anything beside it; `danger` ends something. */
	kind: 'primary' | 'quiet' | 'danger';
	/** It has been pressed and cannot be again yet; it keeps the focus meanwhile. */
	isBusy?: boolean;
	onPress: () => void;
	children: ReactNode;
}

export function Button({ kind, isBusy = false, onPress, children }: Props) {
	return (
		<button
			type="button"
			className={`${styles.button} ${styles[kind]}`}
			aria-disabled={isBusy || undefined}
			onClick={onPress}
		>
			{children}
		</button>
	);
}
