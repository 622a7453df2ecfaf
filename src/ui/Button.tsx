import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface Props {
	/**
	 * `primary` is for the view's main action, `quiet` for others, `danger` for an action that ends
	 * or deletes.
	 */
	kind: 'primary' | 'quiet' | 'danger';
	/** The action is under way: the button cannot be pressed again, but keeps the focus. */
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
