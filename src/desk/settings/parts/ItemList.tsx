import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import styles from './ItemList.module.css';

const CONTROLS = 'a[href], button, input, textarea';

/** A list of the settings. When the row with the focus goes, the row after it has the focus, or what comes before the list. */
export function ItemList({ children }: { children: readonly ReactNode[] }) {
	const list = useRef<HTMLUListElement>(null);
	const focused = useRef(-1);
	const count = useRef(children.length);
	const note = ({ target }: FocusEvent) => {
		focused.current = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target));
	};
	useEffect(() => {
		const isShorter = children.length < count.current;
		count.current = children.length;
		if (!isShorter || focused.current < 0 || document.activeElement !== document.body) return;
		const rows = [...(list.current?.children ?? [])];
		const row = rows[Math.min(focused.current, rows.length - 1)];
		const place = row ?? list.current?.closest('section, main');
		place?.querySelector<HTMLElement>(CONTROLS)?.focus();
	}, [children.length]);
	return (
		<ul ref={list} className={styles.list} hidden={children.length === 0} onFocus={note}>
			{children}
		</ul>
	);
}

interface FactsProps {
	/** What stands before the title, such as a colour. */
	mark?: ReactNode;
	title: ReactNode;
	details?: ReactNode;
	/** The page of the item; without it the item has none. */
	href?: string;
}

interface Props extends FactsProps {
	/** What can be done with the item here. */
	action?: ReactNode;
}

export function Item({ action, ...facts }: Props) {
	return (
		<li className={styles.item}>
			<ItemFacts {...facts} />
			{action && <div className={styles.action}>{action}</div>}
		</li>
	);
}

/** What a list says of an item, and the link to its page. */
export function ItemFacts({ mark, title, details, href }: FactsProps) {
	const facts = (
		<>
			{mark}
			<span className={styles.facts}>
				<span className={styles.title}>{title}</span>
				{details && <span className={styles.details}>{details}</span>}
			</span>
		</>
	);
	return href === undefined ? (
		<div className={styles.row}>{facts}</div>
	) : (
		<a className={styles.row} href={href}>
			{facts}
		</a>
	);
}
