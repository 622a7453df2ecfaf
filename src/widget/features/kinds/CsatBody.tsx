import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useRef } from 'react';
import { MessageType } from '#protocol/entities/entities.ts';
import { Button } from '#ui/Button.tsx';
import { FeedbackField } from '#ui/rating/FeedbackField.tsx';
import { GivenFeedback } from '#ui/rating/GivenFeedback.tsx';
import { RatingField } from '#ui/rating/RatingField.tsx';
import { chosenRating, rate, sendFeedback, typeFeedback } from './csat.ts';
import { pendingAnswer, pendingAnswersAtom } from './answers.ts';
import cardStyles from './Card.module.css';
import styles from './CsatBody.module.css';
import { Failure } from './Failure.tsx';
import type { KindProps } from './kindProps.ts';

/**
 * Asks for a rating, and for feedback in words, which is sent with it (docs/wire.md, Kinds of
 * message).
 */
export function CsatBody({ message, attributes }: KindProps<'input_csat'>) {
	const { t } = useLingui();
	const { values, state } = pendingAnswer(useAtomValue(pendingAnswersAtom), message.id);
	const choose = useSetAtom(rate);
	const type = useSetAtom(typeFeedback);
	const send = useSetAtom(sendFeedback);
	const stored = attributes.submitted_values?.csat_survey_response;
	const rating = chosenRating(values, stored?.rating);
	const isFinal = Boolean(stored?.feedback_message);
	const feedback = values.get('feedback') ?? '';
	const place = useRef<HTMLElement>(null);

	/** The button disappears, so the chosen face takes the focus. */
	function tryAgain() {
		place.current?.querySelector<HTMLElement>('input:checked')?.focus();
		void send(message);
	}

	// The server's template is worded here, in the visitor's language; an agent asks in words of
	// their own.
	const question = (message.message_type === MessageType.OUTGOING && message.content) || t`Rate your conversation`;
	const title = stored ? t`Thank you for submitting the rating` : question;
	return (
		<section ref={place} className={cardStyles['card']} aria-label={t`Rate your conversation`}>
			<p className={styles.title} role="status" dir="auto">
				{title}
			</p>
			<RatingField
				label={t`Rate your conversation`}
				rating={rating}
				isFinal={isFinal}
				onRate={(chosen) => void choose(message, chosen)}
			/>
			<GivenFeedback text={stored?.feedback_message} />
			{!isFinal && (
				<FeedbackField
					text={feedback}
					label={t`Submit`}
					isBusy={state === 'sending'}
					// Once the face is sent, only words are left to submit.
					isDisabled={rating === undefined || (stored !== undefined && feedback.trim() === '')}
					onType={(text) => type(message.id, text)}
					onSubmit={() => void send(message)}
				/>
			)}
			<Failure text={state === 'failed' ? t`Couldn't send, try again` : undefined} />
			{state === 'failed' && <Button kind="quiet" onPress={tryAgain}>{t`Try again`}</Button>}
		</section>
	);
}
