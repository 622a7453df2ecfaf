import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './FormBesidePreview.module.css';

interface Props {
	/** The form. */
	children: ReactNode;
	preview: ReactNode;
	/** What stands beside the form, where that is not a preview. */
	title?: ReactNode;
	/** It is narrow, and stays in sight while a long form is scrolled. */
	isSticky?: boolean;
}

/** A form, and beside it what the world will see of it. */
export function FormBesidePreview({ children, preview, title, isSticky = false }: Props) {
	return (
		// Both columns need a page that is wider than others.
		<div className={styles.beside} data-wide>
			<div className={styles.form}>{children}</div>
			<section className={styles.preview} data-sticky={isSticky || undefined}>
				<h3>{title ?? <Trans>Preview</Trans>}</h3>
				{preview}
			</section>
		</div>
	);
}
