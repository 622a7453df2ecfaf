import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './FileRow.module.css';

interface Props {
	icon: Parameters<typeof Icon>[0]['name'];
	title: string;
	detail?: ReactNode;
	/** `address` was checked by `safeUrl`. */
	link?: { address: string; text: string; isDownload?: boolean };
	/** Buttons at the end of the row. */
	children?: ReactNode;
}

/** One line for an attachment that is not shown itself: what it is, and where to get it. */
export function FileRow({ icon, title, detail, link, children }: Props) {
	return (
		<div className={styles.row}>
			<span className={styles.icon}>
				<Icon name={icon} />
			</span>
			<span className={styles.facts}>
				<bdi className={styles.title} title={title}>
					{title}
				</bdi>
				<span className={styles.detail}>
					{detail}
					{link && (
						<a
							href={link.address}
							target="_blank"
							rel="noopener noreferrer nofollow"
							download={link.isDownload}
							aria-label={`${link.text}: ${title}`}
						>
							{link.text}
						</a>
					)}
				</span>
			</span>
			{children}
		</div>
	);
}
