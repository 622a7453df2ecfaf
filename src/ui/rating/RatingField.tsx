import { useId } from 'react';
import type { CsatRating } from '#protocol/entities/contentTypes.ts';
import { RatingFace } from './RatingFace.tsx';
import styles from './RatingField.module.css';
import { useRatingLabels } from './useRatingLabels.ts';

const RATINGS: readonly CsatRating[] = [1, 2, 3, 4, 5];

interface Props {
	/** What is rated; the accessible name of the group. */
	label: string;
	rating: CsatRating | undefined;
	/** Whether the rating can no longer change. */
	isFinal: boolean;
	onRate: (rating: CsatRating) => void;
}

/** Five faces from poor to excellent, of which one may be chosen. */
export function RatingField({ label, rating, isFinal, onRate }: Props) {
	const name = useId();
	const labels = useRatingLabels();
	return (
		<fieldset className={styles.field} role="radiogroup" aria-label={label}>
			<div className={styles.faces} data-rated={rating !== undefined || undefined}>
				{RATINGS.map((value) => (
					<label key={value} className={styles.choice} title={labels[value]}>
						<input
							type="radio"
							data-covering
							name={name}
							value={value}
							checked={rating === value}
							disabled={isFinal}
							aria-label={labels[value]}
							onChange={() => onRate(value)}
						/>
						<span className={styles.face}>
							<RatingFace rating={value} />
						</span>
					</label>
				))}
			</div>
			<p className={styles.chosen} aria-hidden="true">
				{rating !== undefined && labels[rating]}
			</p>
		</fieldset>
	);
}
