/** Text for screen readers, which is not visible. */
import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

export function VisuallyHidden({ children }: { children: ReactNode }) {
	return <span className={styles.spoken}>{children}</span>;
}
