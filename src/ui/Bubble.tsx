import type { ReactNode } from 'react';
import styles from './Bubble.module.css';

interface Props {
	/** The reader wrote it: it is on the inline-end side. */
	isOwn: boolean;
	hasFailed?: boolean;
	children: ReactNode;
}

/** The balloon around what one person wrote, also around an answer within a kind of message. */
export function Bubble({ isOwn, hasFailed = false, children }: Props) {
	const side = isOwn ? styles.own : styles.team;
	return <div className={`${styles.bubble} ${side} ${hasFailed ? styles.failed : ''}`}>{children}</div>;
}
