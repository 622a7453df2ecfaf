import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { CsatRating } from '#protocol/contentTypes.ts';
import styles from './RatingField.module.css';

const RATINGS: readonly CsatRating[] = [1, 2, 3, 4, 5];

/** Eyes and mouth on a grid of 32: disappointed, expressionless, neutral, grinning, smiling. */
const FEATURES: Record<CsatRating, string> = {
	1: 'M9.5 12.5l4 2M22.5 12.5l-4 2M11 23a6 6 0 0 1 10 0',
	2: 'M9 13h4M19 13h4M11 21h10',
	3: 'M11.5 12v2M20.5 12v2M11 21h10',
	4: 'M11.5 11v2.5M20.5 11v2.5M9.5 18a7 7 0 0 0 13 0z',
	5: 'M9 13.5a2.6 2.6 0 0 1 5 0M18 13.5a2.6 2.6 0 0 1 5 0M9 18a7.5 7.5 0 0 0 14 0',
};

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
	const { t } = useLingui();
	const name = useId();
	const labels: Record<CsatRating, string> = {
		1: t`poor`,
		2: t`fair`,
		3: t`average`,
		4: t`good`,
		5: t`excellent`,
	};
	return (
		<fieldset className={styles.field} role="radiogroup" aria-label={label}>
			<div className={styles.faces} data-rated={rating !== undefined || undefined}>
				{RATINGS.map((value) => (
					<label key={value} className={styles.choice} title={labels[value]}>
						<input
							type="radio"
							name={name}
							value={value}
							checked={rating === value}
							disabled={isFinal}
							aria-label={labels[value]}
							onChange={() => onRate(value)}
						/>
						<svg className={styles.face} data-rating={value} viewBox="0 0 32 32" aria-hidden="true">
							<circle cx="16" cy="16" r="15" />
							<path d={FEATURES[value]} />
						</svg>
					</label>
				))}
			</div>
			<p className={styles.chosen} aria-hidden="true">
				{rating !== undefined && labels[rating]}
			</p>
		</fieldset>
	);
}
