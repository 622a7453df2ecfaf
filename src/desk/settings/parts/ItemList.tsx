import type { ReactNode } from 'react';
import styles from './ItemList.module.css';

/** A list of the settings. */
export function ItemList({ children }: { children: ReactNode }) {
	return <ul className={styles.list}>{children}</ul>;
}

interface Props {
	/** What stands before the title, such as a colour. */
	mark?: ReactNode;
	title: ReactNode;
	details?: ReactNode;
	/** The page of the item; without it the item has none. */
	href?: string;
	/** What can be done with the item here. */
	action?: ReactNode;
}

export function Item({ mark, title, details, href, action }: Props) {
	const facts = (
		<>
			{mark}
			<span className={styles.facts}>
				<span className={styles.title}>{title}</span>
				{details && <span className={styles.details}>{details}</span>}
			</span>
		</>
	);
	return (
		<li className={styles.item}>
			{href === undefined ? (
				<div className={styles.row}>{facts}</div>
			) : (
				<a className={styles.row} href={href}>
					{facts}
				</a>
			)}
			{action && <div className={styles.action}>{action}</div>}
		</li>
	);
}
