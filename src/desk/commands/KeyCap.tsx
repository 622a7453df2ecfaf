import styles from './KeyCap.module.css';

const MODIFIER = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** A key as it is printed on keyboards; a capital letter is typed with Shift. */
export function KeyCap({ name }: { name: string }) {
	const isCapital = /^[A-Z]$/.test(name);
	return (
		<span className={styles.keys} dir="ltr">
			{isCapital && <kbd className={styles.key}>⇧</kbd>}
			<kbd className={styles.key}>{name.toUpperCase()}</kbd>
		</span>
	);
}

/** Control or Command with a key. */
export function CommandKeyCap({ name }: { name: string }) {
	return (
		<span className={styles.keys} dir="ltr">
			<kbd className={styles.key}>{MODIFIER}</kbd>
			<kbd className={styles.key}>{name.toUpperCase()}</kbd>
		</span>
	);
}
