import { type ReactNode, useId } from 'react';
import styles from './ListCard.module.css';

/** Class of a row in the card, and of the link at its end. */
export const ROW = styles.row;
export const END_ROW = styles.end;

interface Props {
	title: string;
	children: ReactNode;
}

/** A card on home with a list in it. */
export function ListCard({ title, children }: Props) {
	const id = useId();
	return (
		<section className={styles.card} aria-labelledby={id}>
			<h2 id={id} className={styles.title}>
				{title}
			</h2>
			{children}
		</section>
	);
}
