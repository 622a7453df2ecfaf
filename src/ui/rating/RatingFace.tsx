import type { CsatRating } from '#protocol/entities/contentTypes.ts';
import styles from './RatingFace.module.css';

/** Eyes and mouth on a grid of 32: disappointed, expressionless, neutral, grinning, smiling. */
const FEATURES: Record<CsatRating, string> = {
	1: 'M9.5 12.5l4 2M22.5 12.5l-4 2M11 23a6 6 0 0 1 10 0',
	2: 'M9 13h4M19 13h4M11 21h10',
	3: 'M11.5 12v2M20.5 12v2M11 21h10',
	4: 'M11.5 11v2.5M20.5 11v2.5M9.5 18a7 7 0 0 0 13 0z',
	5: 'M9 13.5a2.6 2.6 0 0 1 5 0M18 13.5a2.6 2.6 0 0 1 5 0M9 18a7.5 7.5 0 0 0 14 0',
};

/**
 * The face of a rating, as wide as its place. It is decoration: the words of the rating are beside
 * it.
 */
export function RatingFace({ rating }: { rating: CsatRating }) {
	return (
		<svg className={styles.face} data-rating={rating} viewBox="0 0 32 32" aria-hidden="true">
			<circle cx="16" cy="16" r="15" />
			<path d={FEATURES[rating]} />
		</svg>
	);
}
