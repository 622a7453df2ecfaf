import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';
import styles from './FileRow.module.css';

interface Props {
	icon: IconName;
	title: string;
	detail?: ReactNode;
	/** `address` was checked by `safeUrl`. */
	link?: { address: string; text: string; isDownload?: boolean };
	/** Buttons at the end of the row. */
	children?: ReactNode;
}

/** One line for an attachment that is not shown itself: what it is, and where to get it. */
export function FileRow({ icon, title, detail, link, children }: Props) {
	const { t } = useLingui();
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
							aria-label={t`${{ name: link.text }}: ${{ content: title }}`}
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
