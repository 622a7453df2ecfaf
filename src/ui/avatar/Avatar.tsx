import { useState } from 'react';
import styles from './Avatar.module.css';
import { initialsOf } from './initials.ts';

interface Props {
	name: string;
	/** Address of the picture, or ''. */
	url: string;
	/** A size of ours, or a class that sets one. */
	size: 'tiny' | 'small' | 'medium' | 'large' | { className: string | undefined };
	isOnline?: boolean;
}

/**
 * A person's picture, or their initials where there is none or it does not load. It is hidden from
 * screen readers, which read the name beside it.
 */
export function Avatar({ name, url, size, isOnline = false }: Props) {
	const [brokenUrl, setBrokenUrl] = useState('');
	const isPictured = url !== '' && url !== brokenUrl;
	return (
		<span
			className={`${styles.avatar} ${typeof size === 'string' ? styles[size] : size.className}`}
			title={name}
			aria-hidden="true"
		>
			{isPictured ? (
				<img
					className={styles.picture}
					src={url}
					alt=""
					referrerPolicy="no-referrer"
					onError={() => setBrokenUrl(url)}
				/>
			) : (
				<span className={styles.initials}>{initialsOf(name)}</span>
			)}
			{isOnline && <span className={styles.dot} />}
		</span>
	);
}
