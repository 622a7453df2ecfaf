import styles from './Swatch.module.css';

/** A colour that belongs to what is named beside it. */
export function Swatch({ color }: { color: string }) {
	return (
		<svg className={styles.swatch} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
			<rect width="16" height="16" rx="5" fill={color} />
		</svg>
	);
}
