import type { CsatAnswer, FormAnswer, FormItem, InputSelectItem } from '#protocol/entities/contentTypes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { readableAnswer } from '#ui/form/readableAnswer.ts';

/** The fields of the kinds of message that ask, as the server has checked them. */
interface Answered {
	items?: readonly FormItem[];
	submitted_email?: string | null;
	submitted_values?: readonly (InputSelectItem | FormAnswer[number])[] | CsatAnswer | null;
}

/**
 * What the visitor has answered to a message that asks, on one line; '' where they have said
 * nothing.
 */
export function answerOf({ content_attributes }: Pick<Message, 'content_attributes'>): string {
	const { items = [], submitted_email, submitted_values } = content_attributes as Answered;
	if (!submitted_values) return submitted_email ?? '';
	if ('csat_survey_response' in submitted_values) {
		const { rating, feedback_message } = submitted_values.csat_survey_response;
		return [`${rating} / 5`, feedback_message].filter(Boolean).join(' · ');
	}
	return submitted_values
		.map((answer) => ('title' in answer ? answer.title : readableAnswer(items, answer)))
		.filter(Boolean)
		.join(' · ');
}
