import { useState } from 'react';
import styles from './Avatar.module.css';

interface Props {
	name: string;
	/** '' for none. */
	url: string;
	size: 'tiny' | 'small' | 'medium' | 'large';
	isOnline?: boolean;
}

/** A face, or the initials where there is none or it does not load. A screen reader finds the name beside it. */
export function Avatar({ name, url, size, isOnline = false }: Props) {
	const [brokenUrl, setBrokenUrl] = useState('');
	const isPictured = url !== '' && url !== brokenUrl;
	return (
		<span className={`${styles.avatar} ${styles[size]}`} title={name} aria-hidden="true">
			{isPictured ? (
				<img
					className={styles.picture}
					src={url}
					alt=""
					referrerPolicy="no-referrer"
					onError={() => setBrokenUrl(url)}
				/>
			) : (
				<span className={styles.initials}>{initials(name)}</span>
			)}
			{isOnline && <span className={styles.dot} />}
		</span>
	);
}

function initials(name: string): string {
	const words = name.trim().split(/\s+/);
	const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
		(word) => Array.from(word ?? '')[0] ?? '',
	);
	return letters.join('').toLocaleUpperCase();
}
