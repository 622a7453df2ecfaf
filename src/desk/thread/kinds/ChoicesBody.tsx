import type { ContentAttributesOf } from '#protocol/entities/contentTypes.ts';
import { Icon } from '#ui/Icon.tsx';
import { CHECK } from '../../common/icons.ts';
import styles from './ChoicesBody.module.css';

/** What the visitor could choose from, with what they chose. */
export function ChoicesBody({ attributes }: { attributes: ContentAttributesOf<'input_select'> }) {
	const { items, submitted_values } = attributes;
	const chosen = new Set(submitted_values?.map(({ value }) => value));
	return (
		<ul className={styles.choices}>
			{items.map(({ title, value }) => (
				<li key={value} className={styles.choice} aria-current={chosen.has(value) || undefined}>
					{chosen.has(value) && <Icon name={CHECK} />}
					<bdi>{title}</bdi>
				</li>
			))}
		</ul>
	);
}
