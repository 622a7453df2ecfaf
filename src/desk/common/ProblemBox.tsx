import type { ReactNode } from 'react';
import styles from './ProblemBox.module.css';

interface Props {
	/** `note`: nothing is wrong. */
	kind?: 'problem' | 'note';
	/** Whether it tells of what has just happened, which a screen reader then says at once. */
	isNews?: boolean;
	/** Nothing shows without any. */
	children: ReactNode;
}

/** What is wrong with what the agent sees or has just done. */
export function ProblemBox({ kind = 'problem', isNews = true, children }: Props) {
	return (
		<div className={styles.box} data-kind={kind} role={isNews ? 'alert' : undefined}>
			{children}
		</div>
	);
}
