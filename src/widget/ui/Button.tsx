import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface Props {
	/** `primary` is what the view is for; `quiet` is anything beside it. */
	kind: 'primary' | 'quiet';
	onPress: () => void;
	children: ReactNode;
}

export function Button({ kind, onPress, children }: Props) {
	return (
		<button type="button" className={`${styles['button']} ${styles[kind]}`} onClick={onPress}>
			{children}
		</button>
	);
}
