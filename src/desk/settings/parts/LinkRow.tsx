import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './LinkRow.module.css';

interface Link {
	href: string;
	title: ReactNode;
	isCurrent: boolean;
	/** Whether what it leads to is still to be made. */
	isMissing?: boolean;
}

/**
 * Links to pages that belong together, such as the parts of a website's settings. `label`: what
 * they are called together.
 */
export function LinkRow({ label, links }: { label: string; links: readonly Link[] }) {
	const list = useRef<HTMLUListElement>(null);
	const current = links.find(({ isCurrent }) => isCurrent)?.href;

	// On a phone the row scrolls, and the current page may be outside of it. `scrollIntoView` would
	// scroll the page, too.
	useLayoutEffect(() => {
		const row = list.current;
		const link = row?.querySelector('[aria-current]');
		if (!row || !link) return;
		const [place, room] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
		row.scrollBy({ left: (place.left + place.right - room.left - room.right) / 2 });
	}, [current]);

	return (
		<nav aria-label={label}>
			<ul ref={list} className={styles.links}>
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
