import type { ReactNode } from 'react';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import styles from './TextButton.module.css';

interface Props {
	/** It has been pressed and cannot be again yet; it keeps the focus meanwhile. */
	isBusy?: boolean;
	onPress: () => void;
	children: ReactNode;
}

/** A button within text, such as "Try again" after what failed. */
export function TextButton({ isBusy = false, onPress, children }: Props) {
	const button = useFocusHandover<HTMLButtonElement>();
	return (
		<button ref={button} type="button" className={styles.button} aria-disabled={isBusy || undefined} onClick={onPress}>
			{children}
		</button>
	);
}
