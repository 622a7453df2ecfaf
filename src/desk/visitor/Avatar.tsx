/** A person's picture, or their initials on a colour of their own, with a dot while they are online. */
import type { CSSProperties } from 'react';
import styles from './Avatar.module.css';

interface Props {
	id: number;
	name: string;
	thumbnail: string;
	isOnline: boolean;
}

export function Avatar({ id, name, thumbnail, isOnline }: Props) {
	return (
		<span className={styles.avatar} style={{ '--hue': hueOf(id) } as CSSProperties} aria-hidden="true">
			{thumbnail ? <img src={thumbnail} alt="" /> : initialsOf(name)}
			{isOnline && <span className={styles.dot} />}
		</span>
	);
}

/** `quiet-sun-204` → `QS`, `Ada Lee` → `AL`. */
export function initialsOf(name: string): string {
	const letters = name.split(/[\s\-_.]+/u).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? []);
	return letters.slice(0, 2).join('').toUpperCase() || '?';
}

/** Neighbouring ids get far-apart colours: the golden angle. */
function hueOf(id: number): number {
	return Math.round(id * 137.508) % 360;
}
