import { useLingui } from '@lingui/react/macro';
import type { ContentAttributesOf } from '#protocol/entities/contentTypes.ts';
import { RatingFace } from '#ui/rating/RatingFace.tsx';
import { useRatingLabels } from '#ui/rating/useRatingLabels.ts';
import { Answers } from './Answers.tsx';
import styles from './RatingBody.module.css';

/** How the visitor rated the conversation, and what they said to it. */
export function RatingBody({ attributes }: { attributes: ContentAttributesOf<'input_csat'> }) {
	const { t } = useLingui();
	const labels = useRatingLabels();
	const answer = attributes.submitted_values?.csat_survey_response;
	if (!answer) return <Answers answers={[]} />;
	const { rating, feedback_message: feedback } = answer;
	return (
		<div className={styles.rating} data-answer="" role="group" aria-label={t`Answers`}>
			<span className={styles.face}>
				<RatingFace rating={rating} />
			</span>
			<span className={styles.label}>{labels[rating]}</span>
			<span className={styles.number}>{`${rating} / 5`}</span>
			{feedback && (
				<p className={styles.feedback} dir="auto">
					{feedback}
				</p>
			)}
		</div>
	);
}
