import type { ReactNode } from 'react';
import styles from './WarningNote.module.css';

/**
 * Below a field: what its choice takes away once it is saved. It takes no place while it is empty.
 */
export function WarningNote({ children }: { children: ReactNode }) {
	return (
		<div className={styles.warning} role="status">
			{children}
		</div>
	);
}
