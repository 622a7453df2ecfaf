import type { CSSProperties } from 'react';
import type { ContactSender } from '#protocol/entities/entities.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import styles from './VisitorAvatar.module.css';

interface Props {
	visitor: Pick<ContactSender, 'id' | 'name' | 'thumbnail'>;
	isOnline: boolean;
}

/**
 * A visitor's picture, or their initials on a colour of their own, with a dot while they are
 * online.
 */
export function VisitorAvatar({ visitor: { id, name, thumbnail }, isOnline }: Props) {
	return (
		<span className={styles.tint} style={{ '--hue': hueOf(id) } as CSSProperties}>
			<Avatar name={name} url={thumbnail} size={{ className: styles.avatar }} isOnline={isOnline} />
		</span>
	);
}

/** A hue for an id. By the golden angle, neighbouring ids get very different colours. */
function hueOf(id: number): number {
	return Math.round(id * 137.508) % 360;
}
