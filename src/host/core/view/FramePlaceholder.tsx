import { msg } from '@lingui/core/macro';
import type { Texts } from '../texts.ts';
import styles from './FramePlaceholder.module.css?text';

interface FramePlaceholderProps {
	texts: Texts;
	websiteName: string;
	isUnreachable: boolean;
	onRetry: () => void;
	/** Undefined unless the panel covers the launcher. */
	onClose: (() => void) | undefined;
}

/**
 * What the panel shows in place of the frame: the outline of the chat while it loads, or an error.
 */
export function FramePlaceholder({ texts, websiteName, isUnreachable, onRetry, onClose }: FramePlaceholderProps) {
	return (
		<div className={styles.placeholder}>
			<header className={styles.header}>
				<span className={styles.name} dir="auto" title={websiteName}>
					{websiteName}
				</span>
				{onClose && (
					<button type="button" className={styles.close} aria-label={texts.t(msg`Close`)} onClick={onClose}>
						<svg viewBox="0 0 24 24" aria-hidden="true">
							<path d="M6 6l12 12M18 6L6 18" />
						</svg>
					</button>
				)}
			</header>
			{isUnreachable ? (
				<div className={styles.message} role="alert">
					<p className={styles.title}>{texts.t(msg`The team cannot be reached right now`)}</p>
					<p className={styles.advice}>{texts.t(msg`Please check your connection, or try again in a moment.`)}</p>
					<button type="button" className={styles.retry} onClick={onRetry}>
						{texts.t(msg`Try again`)}
					</button>
				</div>
			) : (
				<div className={styles.outline} aria-hidden="true">
					<span />
					<span />
					<span />
				</div>
			)}
		</div>
	);
}
