import type { ReactNode } from 'react';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import styles from './TextButton.module.css';

interface Props {
	/** The action is under way: the button cannot be pressed again, but keeps the focus. */
	isBusy?: boolean;
	/** It leads to something that cannot be undone. */
	isDangerous?: boolean;
	onPress: () => void;
	children: ReactNode;
}

/** A button within text, such as "Try again" after an error. */
export function TextButton({ isBusy = false, isDangerous = false, onPress, children }: Props) {
	const button = useFocusHandover<HTMLButtonElement>();
	return (
		<button
			ref={button}
			type="button"
			className={styles.button}
			data-danger={isDangerous || undefined}
			aria-disabled={isBusy || undefined}
			onClick={onPress}
		>
			{children}
		</button>
	);
}
