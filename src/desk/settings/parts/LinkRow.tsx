import type { ReactNode } from 'react';
import styles from './LinkRow.module.css';

interface Link {
	href: string;
	title: ReactNode;
	isCurrent: boolean;
	/** Whether what it leads to is still to be made. */
	isMissing?: boolean;
}

/** Links to pages that belong together, such as the parts of a website's settings. `label`: what they are called together. */
export function LinkRow({ label, links }: { label: string; links: readonly Link[] }) {
	return (
		<nav aria-label={label}>
			<ul className={styles.links}>
				{links.map(({ href, title, isCurrent, isMissing = false }) => (
					<li key={href}>
						<a href={href} aria-current={isCurrent ? 'page' : undefined} data-missing={isMissing || undefined}>
							{title}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
