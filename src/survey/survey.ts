/**
 * One conversation's rating. Anyone who has the page's address can give it (docs/wire.md, Survey).
 */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import type { CsatAnswer, CsatRating } from '#protocol/entities/contentTypes.ts';
import type { CsatSurvey } from '#protocol/entities/entities.ts';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { createRestClient, RequestError } from '#client/rest.ts';

/** `expired`: the rating was asked for more than 14 days ago, and can no longer be changed. */
type Problem = 'missing' | 'unreachable' | 'expired';

const call = createRestClient({ baseUrl: '', headers: () => ({}), query: () => ({}) });

const surveyPartAtom = atom<CsatSurvey>();
const problemPartAtom = atom<Problem>();
const chosenAtom = atom<CsatRating>();
const feedbackPartAtom = atom('');
/** The feedback to store; '' while there is none. */
const finalAtom = atom('');
const isSendingPartAtom = atom(false);

/** The survey as the server has it; undefined until it has loaded. */
export const surveyAtom: Atom<CsatSurvey | undefined> = surveyPartAtom;

/** Why the last request failed. */
export const problemAtom: Atom<Problem | undefined> = problemPartAtom;

export const ratingAtom = atom((get) => get(chosenAtom) ?? get(surveyPartAtom)?.csat_survey_response?.rating);

/** The feedback as typed. */
export const feedbackAtom: Atom<string> = feedbackPartAtom;

export const isSendingAtom: Atom<boolean> = isSendingPartAtom;

/** The conversation's uuid: the last part of the page's address. */
export function surveyId(path: string): string {
	return decodeURIComponent(path.split('/').findLast(Boolean) ?? '');
}

/** Loads the survey. Never rejects. */
export const loadSurvey = atom(null, async (_get, set, uuid: string) => {
	set(problemPartAtom, undefined);
	try {
		set(surveyPartAtom, await call(publicRoutes.showSurvey, { params: { uuid } }, { timeout: SEND_TIMEOUT }));
	} catch (error) {
		set(problemPartAtom, statusOf(error) === 404 ? 'missing' : 'unreachable');
	}
});

/**
 * Rates, or changes the rating. A rating chosen while another is being sent is sent after it, so
 * the last one counts.
 */
export const rate = atom(null, async (_get, set, uuid: string, rating: CsatRating) => {
	set(chosenAtom, rating);
	await set(sendChoice, uuid);
});

export const typeFeedback = atom(null, (_get, set, text: string) => set(feedbackPartAtom, text));

/**
 * Sends what has not arrived: the rating, and with it the typed feedback, after which neither can
 * be changed. Blank text is no feedback.
 */
export const sendFeedback = atom(null, async (get, set, uuid: string) => {
	set(finalAtom, get(feedbackPartAtom).trim());
	await set(sendChoice, uuid);
});

/** Sends until the server has the latest choice, or an attempt fails. */
const sendChoice = atom(null, async (get, set, uuid: string) => {
	if (get(isSendingPartAtom)) return;
	set(isSendingPartAtom, true);
	set(problemPartAtom, undefined);
	try {
		let choice = choiceFor(get);
		for (let sent = ''; choice && JSON.stringify(choice) !== sent; choice = choiceFor(get)) {
			sent = JSON.stringify(choice);
			const body = { message: { submitted_values: { csat_survey_response: choice } } };
			const input = { params: { uuid }, body };
			set(surveyPartAtom, await call(publicRoutes.updateSurvey, input, { timeout: SEND_TIMEOUT }));
		}
	} catch (error) {
		// Feedback that did not arrive is not final: the visitor may change it.
		set(finalAtom, '');
		set(problemPartAtom, statusOf(error) === 422 ? 'expired' : 'unreachable');
	}
	set(isSendingPartAtom, false);
});

function choiceFor(get: Getter): CsatAnswer['csat_survey_response'] | undefined {
	const [rating, feedback_message] = [get(ratingAtom), get(finalAtom)];
	return rating && { rating, ...(feedback_message && { feedback_message }) };
}

function statusOf(error: unknown): number | undefined {
	return error instanceof RequestError ? error.status : undefined;
}
