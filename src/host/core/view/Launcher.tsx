import { msg, plural } from '@lingui/core/macro';
import type { Ref } from 'react';
import type { Texts } from '../texts.ts';
import styles from './Launcher.module.css?text';

/** Above this the badge shows "99+"; the accessible name has the exact number. */
const BADGE_MAX = 99;

interface LauncherProps {
	ref: Ref<HTMLButtonElement>;
	texts: Texts;
	name: string;
	unreadCount: number;
	/** Whether the name is written beside the icon. */
	isExpanded: boolean;
	isOpen: boolean;
	/** Whether there is a panel that `aria-controls` can point to. */
	hasPanel: boolean;
	/** Whether the panel covers the viewport; it has a close button of its own then. */
	isCovered: boolean;
	onInterest: () => void;
	onClick: () => void;
}

export function Launcher({
	ref,
	texts,
	name,
	unreadCount,
	isExpanded,
	isOpen,
	hasPanel,
	isCovered,
	onInterest,
	onClick,
}: LauncherProps) {
	const unread =
		unreadCount > 0
			? texts.t(msg`${plural(unreadCount, { one: '# unread message', other: '# unread messages' })}`)
			: '';
	return (
		<>
			<button
				ref={ref}
				type="button"
				part="launcher"
				className={styles.launcher}
				hidden={isCovered}
				data-type={isExpanded ? 'expanded' : 'standard'}
				aria-label={unread ? `${name}, ${unread}` : name}
				aria-expanded={isOpen}
				aria-controls={hasPanel ? 'panel' : undefined}
				onPointerEnter={onInterest}
				onTouchStart={onInterest}
				onFocus={onInterest}
				onClick={onClick}
			>
				<span className={`${styles.icon} ${styles.chat}`}>
					<ChatIcon />
				</span>
				<CloseIcon />
				{isExpanded && (
					<span className={styles.text} dir="auto" title={name}>
						{name}
					</span>
				)}
				{unread && (
					<span part="badge" className={styles.badge} aria-hidden="true">
						{unreadCount > BADGE_MAX ? `${BADGE_MAX}+` : unreadCount}
					</span>
				)}
			</button>
			<span role="status" className={styles.announcement}>
				{unread}
			</span>
		</>
	);
}

function ChatIcon() {
	return (
		<svg viewBox="0 0 32 32" aria-hidden="true">
			<path
				fill="currentColor"
				d="M16 4.5c-7 0-12.5 4.6-12.5 10.6 0 3.2 1.6 6 4.1 8-.2 1.6-.9 3.1-1.9 4.3-.3.4 0 1 .5 1 2.6-.2 4.8-1 6.5-2.3 1 .2 2.2.3 3.3.3 7 0 12.5-4.9 12.5-11.3C28.5 9.1 23 4.5 16 4.5z"
			/>
			<circle className={styles.dot} cx="10.5" cy="15.3" r="1.7" />
			<circle className={styles.dot} cx="16" cy="15.3" r="1.7" />
			<circle className={styles.dot} cx="21.5" cy="15.3" r="1.7" />
		</svg>
	);
}

function CloseIcon() {
	return (
		<svg className={`${styles.icon} ${styles.close}`} viewBox="0 0 32 32" aria-hidden="true">
			<path d="M8 12.5l8 8 8-8" />
		</svg>
	);
}
