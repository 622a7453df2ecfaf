/**
 * The visitor's rating of the conversation, in the message that asks for it (docs/wire.md, Kinds of message). Choosing a face sends it at
 * once; it may change until feedback has been sent with it.
 */
import { atom, type Getter } from 'jotai/vanilla';
import type { CsatAnswer, CsatRating } from '#protocol/contentTypes.ts';
import type { Message } from '#protocol/entities.ts';
import { lastAnswerAtom, pendingAnswer, pendingAnswersAtom, sendAnswer, typeAnswer } from './answers.ts';

type Values = ReadonlyMap<string, string>;

/** Rates, or changes the rating. One chosen while another is on its way follows it: the last one counts. */
export const rate = atom(null, async (_get, set, message: Message, rating: CsatRating) => {
	set(typeAnswer, message.id, 'rating', String(rating));
	await set(sendWishes, message);
});

export const typeFeedback = atom(null, (_get, set, id: number, text: string) => {
	set(typeAnswer, id, 'feedback', text);
});

/** Sends what was typed, with the rating; after that neither changes any more. Blank text is no feedback. */
export const sendFeedback = atom(null, async (get, set, message: Message) => {
	const { values } = pendingAnswer(get(pendingAnswersAtom), message.id);
	set(typeAnswer, message.id, 'final', values.get('feedback')?.trim() ?? '');
	if (values.get('feedback')?.trim()) await set(sendWishes, message);
});

/** Sends once more what did not arrive: the feedback too, where there is any. */
export const resendRating = atom(null, async (get, set, message: Message) => {
	const { values } = pendingAnswer(get(pendingAnswersAtom), message.id);
	await set(values.get('feedback')?.trim() ? sendFeedback : sendWishes, message);
});

/** What the visitor chose here, before what the message says; undefined for neither. */
export function chosenRating(values: Values, stored: CsatRating | undefined): CsatRating | undefined {
	const chosen = Number(values.get('rating'));
	return chosen ? (chosen as CsatRating) : stored;
}

/** Sends until what has been sent is what is wished for, or it fails. The answer to another message goes first. */
const sendWishes = atom(null, async (get, set, message: Message) => {
	let sent = '';
	for (;;) {
		const wish = wishFor(get, message);
		if (!wish || JSON.stringify(wish) === sent) return;
		const outcome = await set(sendAnswer, message, { submitted_values: wish });
		if (outcome === 'dropped') return;
		if (outcome === 'sent') sent = JSON.stringify(wish);
		// What did not arrive is not final: it may be written anew.
		if (outcome === 'failed') return set(typeAnswer, message.id, 'final', '');
		if (outcome === 'skipped') {
			const { state } = pendingAnswer(get(pendingAnswersAtom), message.id);
			if (state === 'sending') return;
			if ((await get(lastAnswerAtom)) === 'dropped') return;
		}
	}
});

function wishFor(get: Getter, { id, content_attributes }: Message): CsatAnswer | undefined {
	const { values } = pendingAnswer(get(pendingAnswersAtom), id);
	const stored = content_attributes['submitted_values'] as CsatAnswer | null | undefined;
	const rating = chosenRating(values, stored?.csat_survey_response.rating);
	if (rating === undefined) return undefined;
	const final = values.get('final');
	return { csat_survey_response: { rating, ...(final && { feedback_message: final }) } };
}
