import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import type { CsatSurvey } from '#protocol/entities/entities.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Branding } from '#ui/Branding.tsx';
import { Button } from '#ui/Button.tsx';
import { FeedbackField } from '#ui/rating/FeedbackField.tsx';
import { GivenFeedback } from '#ui/rating/GivenFeedback.tsx';
import { RatingField } from '#ui/rating/RatingField.tsx';
import {
	feedbackAtom,
	isSendingAtom,
	loadSurvey,
	problemAtom,
	rate,
	ratingAtom,
	sendFeedback,
	surveyAtom,
	typeFeedback,
} from './survey.ts';
import styles from './SurveyView.module.css';

/** The survey page, to which a mail links: the visitor rates a conversation. */
export function SurveyView({ uuid }: { uuid: string }) {
	const { t } = useLingui();
	const survey = useAtomValue(surveyAtom);

	useEffect(() => {
		document.title = t`Rate your conversation`;
	}, [t]);

	return (
		<main className={styles.page}>
			{survey ? (
				<Survey uuid={uuid} survey={survey} />
			) : (
				<div className={styles.card}>
					<h1 className={styles.title}>{t`Rate your conversation`}</h1>
					<Problem uuid={uuid} />
				</div>
			)}
		</main>
	);
}

function Survey({ uuid, survey }: { uuid: string; survey: CsatSurvey }) {
	const { t } = useLingui();
	const rating = useAtomValue(ratingAtom);
	const feedback = useAtomValue(feedbackAtom);
	const isSending = useAtomValue(isSendingAtom);
	const isExpired = useAtomValue(problemAtom) === 'expired';
	const choose = useSetAtom(rate);
	const type = useSetAtom(typeFeedback);
	const send = useSetAtom(sendFeedback);
	const { csat_survey_response: response, inbox_name, inbox_avatar_url } = survey;
	const isFinal = isExpired || Boolean(response?.feedback_message);
	return (
		<div className={styles.card}>
			<div className={styles.sender}>
				<Avatar name={inbox_name} url={inbox_avatar_url} size="large" />
				<bdi>{inbox_name}</bdi>
			</div>
			<h1 className={styles.title}>{t`Rate your conversation`}</h1>
			<RatingField
				label={t`Rate your conversation`}
				rating={rating}
				isFinal={isFinal}
				onRate={(chosen) => void choose(uuid, chosen)}
			/>
			<div role="status">{response && <p className={styles.thanks}>{t`Thank you for submitting the rating`}</p>}</div>
			<GivenFeedback text={response?.feedback_message} />
			{rating !== undefined && !isFinal && (
				<FeedbackField
					text={feedback}
					label={t`Submit feedback`}
					isBusy={isSending}
					// Once the face is sent, only words are left to submit.
					isDisabled={Boolean(response) && feedback.trim() === ''}
					onType={(text) => type(text)}
					onSubmit={() => void send(uuid)}
				/>
			)}
			<Problem uuid={uuid} />
			{survey.brand && <Branding brand={survey.brand} referrerHost="" />}
		</div>
	);
}

/** What went wrong, with a button to try again where that may help. */
function Problem({ uuid }: { uuid: string }) {
	const { t } = useLingui();
	const problem = useAtomValue(problemAtom);
	const hasSurvey = useAtomValue(surveyAtom) !== undefined;
	const load = useSetAtom(loadSurvey);
	const send = useSetAtom(sendFeedback);
	const retry = hasSurvey ? send : load;
	return (
		<>
			<div role="alert" className={styles.problem}>
				{problem === 'missing' && t`There is no conversation to rate at this address.`}
				{problem === 'expired' && t`The rating can no longer be changed after 14 days`}
				{problem === 'unreachable' && t`Could not connect to the server, please try again later`}
			</div>
			{problem === 'unreachable' && <Button kind="quiet" onPress={() => void retry(uuid)}>{t`Try again`}</Button>}
		</>
	);
}
