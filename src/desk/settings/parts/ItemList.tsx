import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import styles from './ItemList.module.css';

const CONTROLS = 'a[href], button, input, textarea';

/**
 * A list of the settings. When the control with the focus goes, the next row's has the focus, or
 * what comes before the list.
 */
export function ItemList({ children }: { children: readonly ReactNode[] }) {
	const list = useRef<HTMLUListElement>(null);
	/** The row that had the focus last. */
	const focused = useRef(-1);
	const count = useRef(0);
	const note = ({ target }: FocusEvent) => {
		focused.current = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target));
	};
	useEffect(() => {
		// Of a row, that which does something with it comes last. Some rows have nothing to press,
		// such as this device.
		const rows = [...(list.current?.children ?? [])].map((row) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]);
		const isLess = rows.flat().length < count.current;
		count.current = rows.flat().length;
		const at = focused.current;
		if (!isLess || at < 0 || document.activeElement !== document.body) return;
		const hasSome = (controls: readonly HTMLElement[]) => controls.length > 0;
		const nearest = rows.slice(at).find(hasSome) ?? rows.slice(0, at).findLast(hasSome);
		const before = list.current?.closest('section')?.querySelector<HTMLElement>(CONTROLS);
		(nearest?.at(-1) ?? before ?? list.current?.closest<HTMLElement>('[tabindex]'))?.focus();
	});
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
