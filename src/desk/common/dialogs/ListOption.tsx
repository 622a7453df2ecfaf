import { useEffect, useRef, type ReactNode } from 'react';
import styles from './ListOption.module.css';

interface Props {
	id: string;
	isActive: boolean;
	onChoose: () => void;
	children: ReactNode;
}

/**
 * An option of a list whose field keeps the focus (`aria-activedescendant`). The active one is
 * scrolled into sight.
 */
export function ListOption({ id, isActive, onChoose, children }: Props) {
	const option = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
	}, [isActive]);
	return (
		<button
			ref={option}
			id={id}
			type="button"
			className={styles.option}
			role="option"
			aria-selected={isActive}
			tabIndex={-1}
			onClick={onChoose}
		>
			{children}
		</button>
	);
}
