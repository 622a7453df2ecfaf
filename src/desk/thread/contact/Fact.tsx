import type { ReactNode } from 'react';
import type { NamedAttribute } from './nameAttributes.ts';
import styles from './FactList.module.css';

/** One fact; nothing where it is not known. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	if (!children) return null;
	return (
		<div className={styles.fact}>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

/** What the team or the page records. */
export function AttributeFacts({ attributes }: { attributes: readonly NamedAttribute[] }) {
	return attributes.map(({ key, name, value, href }) => (
		<Fact key={key} name={<bdi>{name}</bdi>}>
			{href === undefined ? (
				<bdi>{value}</bdi>
			) : (
				<a href={href} target="_blank" rel="noopener noreferrer" dir="ltr">
					{value}
				</a>
			)}
		</Fact>
	));
}
