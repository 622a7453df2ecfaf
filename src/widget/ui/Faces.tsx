import { Avatar } from './Avatar.tsx';
import styles from './Faces.module.css';

interface Props {
	people: readonly { id: number; name: string; avatar_url: string }[];
	/** So many at most. */
	max: number;
	size: Parameters<typeof Avatar>[0]['size'];
}

/** A few people, one half behind the other. Decoration, as each of them is. */
export function Faces({ people, max, size }: Props) {
	return (
		<span className={styles['faces']}>
			{people.slice(0, max).map(({ id, name, avatar_url }) => (
				<Avatar key={id} name={name} url={avatar_url} size={size} />
			))}
		</span>
	);
}
