import type { ReactNode } from 'react';
import styles from './Bubble.module.css';

interface Props {
	/** The visitor's, on the inline-end side. */
	isOwn: boolean;
	hasFailed?: boolean;
	children: ReactNode;
}

/** The balloon around something that somebody said, also around an answer inside a message kind. */
export function Bubble({ isOwn, hasFailed = false, children }: Props) {
	const side = isOwn ? styles.own : styles.team;
	return <div className={`${styles.bubble} ${side} ${hasFailed ? styles.failed : ''}`}>{children}</div>;
}
