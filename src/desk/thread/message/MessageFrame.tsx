import type { ReactNode, Ref } from 'react';
import styles from './MessageItem.module.css';

interface Props {
	ref?: Ref<HTMLLIElement>;
	side: 'visitor' | 'team';
	isPrivate: boolean;
	isFirst: boolean;
	/** Set for a message to which a quote can lead, which therefore can have the focus. */
	isHighlighted?: boolean;
	children: ReactNode;
}

/** One message's place in the thread. */
export function MessageFrame({ ref, side, isPrivate, isFirst, isHighlighted, children }: Props) {
	const classes = [styles.item, styles[side], isPrivate && styles.note, isFirst && styles.first];
	return (
		<li
			ref={ref}
			className={classes.filter(Boolean).join(' ')}
			data-highlighted={isHighlighted || undefined}
			tabIndex={isHighlighted === undefined ? undefined : -1}
		>
			{children}
		</li>
	);
}
