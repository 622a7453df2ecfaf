import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Avatar } from './Avatar.tsx';
import styles from './AvatarGroup.module.css';

interface Props {
	people: readonly { id: number; name: string; avatar_url: string }[];
	/** At most this many people are drawn; the others are counted. */
	max: number;
	size: 'tiny' | 'small' | 'medium' | 'large';
}

/**
 * The pictures of a few people, each half behind the next; pointers and screen readers get their
 * names.
 */
export function AvatarGroup({ people, max, size }: Props) {
	const { t } = useLingui();
	if (people.length === 0) return null;
	const count = Math.max(0, people.length - max);
	const more = t`${plural(count, { one: 'and # more', other: 'and # more' })}`;
	return (
		<ul className={styles.faces}>
			{people.slice(0, max).map(({ id, name, avatar_url }) => (
				<li key={id}>
					<Avatar name={name} url={avatar_url} size={size} />
					<span data-visually-hidden>{name}</span>
				</li>
			))}
			{count > 0 && (
				<li className={styles.more}>
					<span title={more} aria-hidden="true">
						+{count}
					</span>
					<span data-visually-hidden>{more}</span>
				</li>
			)}
		</ul>
	);
}
