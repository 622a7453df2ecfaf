/**
 * The visitor's rating of the conversation, in the message that asks for it (docs/wire.md, Kinds of
 * message). Choosing a face sends it at once; it can be changed until feedback has been sent with
 * it.
 */
import { atom, type Getter } from 'jotai/vanilla';
import type { CsatAnswer, CsatRating } from '#protocol/entities/contentTypes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { postToHost } from '../host/host.ts';
import { keepTyped, lastAnswerAtom, noteValue, pendingAnswer, pendingAnswersAtom, sendAnswer } from './answers.ts';

type Values = ReadonlyMap<string, string>;

/**
 * Rates, or changes the rating. A rating chosen while another is being sent is sent after it, so
 * the last one counts.
 */
export const rate = atom(null, async (get, set, message: Message, rating: CsatRating) => {
	const { values } = pendingAnswer(get(pendingAnswersAtom), message.id);
	if (!values.has('told')) set(noteValue, message.id, 'told', String(storedRating(message) ?? ''));
	set(noteValue, message.id, 'rating', String(rating));
	await set(sendChoice, message);
});

export const typeFeedback = atom(null, (_get, set, id: number, text: string) => {
	set(noteValue, id, 'feedback', text);
	// A rating that did not arrive must not look given after a page load.
	set(keepTyped, id, new Map([['feedback', text]]));
});

/**
 * Sends what has not arrived: the rating, and with it the typed feedback, after which neither can
 * be changed. Blank text is no feedback.
 */
export const sendFeedback = atom(null, async (get, set, message: Message) => {
	const { values } = pendingAnswer(get(pendingAnswersAtom), message.id);
	set(noteValue, message.id, 'final', values.get('feedback')?.trim() ?? '');
	await set(sendChoice, message);
});

/**
 * The rating that the visitor chose here, else the one that the message has; undefined for neither.
 */
export function chosenRating(values: Values, stored: CsatRating | undefined): CsatRating | undefined {
	const chosen = Number(values.get('rating'));
	return chosen ? (chosen as CsatRating) : stored;
}

/**
 * Sends until the server has the latest choice, or an attempt fails. It waits for an answer to
 * another message that is being sent.
 */
const sendChoice = atom(null, async (get, set, message: Message) => {
	let sent = '';
	for (;;) {
		const choice = choiceFor(get, message);
		if (!choice || JSON.stringify(choice) === sent) return;
		const outcome = await set(sendAnswer, message, { submitted_values: choice });
		if (outcome === 'dropped') return;
		if (outcome === 'sent') {
			sent = JSON.stringify(choice);
			set(tellRating, message.id, choice.csat_survey_response.rating);
		}
		// Feedback that did not arrive is not final: the visitor may change it.
		if (outcome === 'failed') return set(noteValue, message.id, 'final', '');
		if (outcome === 'skipped') {
			const { state } = pendingAnswer(get(pendingAnswersAtom), message.id);
			if (state === 'sending') return;
			if ((await get(lastAnswerAtom)) === 'dropped') return;
		}
	}
});

/** Feedback is sent with the same rating, which is told once. */
const tellRating = atom(null, (get, set, id: number, rating: CsatRating) => {
	const told = pendingAnswer(get(pendingAnswersAtom), id).values.get('told');
	if (told === undefined || told === String(rating)) return;
	set(noteValue, id, 'told', String(rating));
	set(postToHost, { event: 'happened', name: 'rated', detail: { rating, isChanged: told !== '' } });
});

function storedRating({ content_attributes }: Message): CsatRating | undefined {
	const stored = content_attributes['submitted_values'] as CsatAnswer | null | undefined;
	return stored?.csat_survey_response.rating;
}

function choiceFor(get: Getter, message: Message): CsatAnswer | undefined {
	const { values } = pendingAnswer(get(pendingAnswersAtom), message.id);
	const rating = chosenRating(values, storedRating(message));
	if (rating === undefined) return undefined;
	const final = values.get('final');
	return { csat_survey_response: { rating, ...(final && { feedback_message: final }) } };
}
