/** Text for those who listen: read out, not seen. */
import type { ReactNode } from 'react';
import styles from './Spoken.module.css';

export function Spoken({ children }: { children: ReactNode }) {
	return <span className={styles.spoken}>{children}</span>;
}
