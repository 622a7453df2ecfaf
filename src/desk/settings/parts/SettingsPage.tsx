import type { ReactNode } from 'react';
import styles from './SettingsPage.module.css';

interface Props {
	title: ReactNode;
	/** What the page is for, in a sentence. */
	lead?: ReactNode;
	/** A link or button beside the title. */
	action?: ReactNode;
	children: ReactNode;
}

interface PageProps extends Props {
	/**
	 * It is as wide as its parts with two columns, so that nothing above them moves from one part
	 * to another.
	 */
	isWide?: boolean;
}

/** A page of the settings with its title. */
export function SettingsPage({ title, lead, action, isWide = false, children }: PageProps) {
	return (
		<div className={styles.page} data-wide={isWide || undefined}>
			<div className={styles.head}>
				<h2>{title}</h2>
				{action}
			</div>
			{lead && <p className={styles.lead}>{lead}</p>}
			{children}
		</div>
	);
}

/** A part of a page, under a title of its own. */
export function SettingsPart({ title, lead, action, children }: Props) {
	return (
		<section className={styles.part}>
			<div className={styles.head}>
				<h3>{title}</h3>
				{action}
			</div>
			{lead && <p className={styles.lead}>{lead}</p>}
			{children}
		</section>
	);
}
