import type { ReactNode } from 'react';
import styles from './TextButton.module.css';

interface Props {
	onPress: () => void;
	children: ReactNode;
}

/** A button within text, such as "Try again" after what failed. */
export function TextButton({ onPress, children }: Props) {
	return (
		<button type="button" className={styles.button} onClick={onPress}>
			{children}
		</button>
	);
}
