import type { ReactNode, Ref } from 'react';
import { takeFocus } from '../common/takeFocus.ts';
import styles from './SessionPage.module.css';

/**
 * What stands in the desk's place until an agent is signed in: a card below the mark and the name
 * of the installation.
 */
export function SessionPage({ children }: { children: ReactNode }) {
	const name = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content;
	return (
		<main className={styles.page}>
			<div ref={takeFocus} className={styles.card} tabIndex={-1}>
				<p className={styles.brand}>
					<img src="/desk/icon.svg" alt="" width="40" height="40" />
					<bdi>{name}</bdi>
				</p>
				{children}
			</div>
		</main>
	);
}

/** What becomes of the sign-in. */
export function SessionNote({
	ref,
	isBad,
	children,
}: {
	ref?: Ref<HTMLDivElement>;
	isBad: boolean;
	children: ReactNode;
}) {
	return (
		<div ref={ref} className={styles.note} data-bad={isBad || undefined}>
			{children}
		</div>
	);
}
