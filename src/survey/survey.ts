/** One conversation's rating, as whoever has the page's address gives it (docs/wire.md, Survey). */
import { type Atom, atom, type Getter } from 'jotai/vanilla';
import type { CsatAnswer, CsatRating } from '#protocol/contentTypes.ts';
import type { CsatSurvey } from '#protocol/entities.ts';
import { SEND_TIMEOUT } from '#protocol/limits.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { createRestClient, RequestError } from '#client/rest.ts';

/** `expired`: it was asked more than 14 days ago, so nothing changes any more. */
type Problem = 'missing' | 'unreachable' | 'expired';

const call = createRestClient({ baseUrl: '', headers: () => ({}), query: () => ({}) });

const surveyPartAtom = atom<CsatSurvey>();
const problemPartAtom = atom<Problem>();
const chosenAtom = atom<CsatRating>();
const feedbackPartAtom = atom('');
/** The feedback that is to be stored; '' for none yet. */
const finalAtom = atom('');
const isSendingPartAtom = atom(false);

/** What the server knows of it; undefined until it has been read. */
export const surveyAtom: Atom<CsatSurvey | undefined> = surveyPartAtom;

/** Why the last call was in vain. */
export const problemAtom: Atom<Problem | undefined> = problemPartAtom;

export const ratingAtom = atom((get) => get(chosenAtom) ?? get(surveyPartAtom)?.csat_survey_response?.rating);

/** As typed so far. */
export const feedbackAtom: Atom<string> = feedbackPartAtom;

export const isSendingAtom: Atom<boolean> = isSendingPartAtom;

/** The conversation whose survey the page's address names: its last part. */
export function surveyId(path: string): string {
	return decodeURIComponent(path.split('/').findLast(Boolean) ?? '');
}

/** Reads the survey. Never rejects. */
export const loadSurvey = atom(null, async (_get, set, uuid: string) => {
	set(problemPartAtom, undefined);
	try {
		set(surveyPartAtom, await call(publicRoutes.showSurvey, { params: { uuid } }, { timeout: SEND_TIMEOUT }));
	} catch (error) {
		set(problemPartAtom, statusOf(error) === 404 ? 'missing' : 'unreachable');
	}
});

/** Rates, or changes the rating. What is wished for while something is on its way follows it: the last wish counts. */
export const rate = atom(null, async (_get, set, uuid: string, rating: CsatRating) => {
	set(chosenAtom, rating);
	await set(sendWishes, uuid);
});

export const typeFeedback = atom(null, (_get, set, text: string) => set(feedbackPartAtom, text));

/** Sends what was typed, with the rating; after that neither changes any more. Blank text is no feedback. */
export const sendFeedback = atom(null, async (get, set, uuid: string) => {
	const text = get(feedbackPartAtom).trim();
	if (text === '') return;
	set(finalAtom, text);
	await set(sendWishes, uuid);
});

/** Sends once more what did not arrive: the feedback too, where there is any. */
export const resend = atom(null, async (get, set, uuid: string) => {
	await set(get(feedbackPartAtom).trim() === '' ? sendWishes : sendFeedback, uuid);
});

/** Sends until what has been sent is what is wished for, or it fails. */
const sendWishes = atom(null, async (get, set, uuid: string) => {
	if (get(isSendingPartAtom)) return;
	set(isSendingPartAtom, true);
	set(problemPartAtom, undefined);
	try {
		let wish = wishFor(get);
		for (let sent = ''; wish && JSON.stringify(wish) !== sent; wish = wishFor(get)) {
			sent = JSON.stringify(wish);
			const body = { message: { submitted_values: { csat_survey_response: wish } } };
			const input = { params: { uuid }, body };
			set(surveyPartAtom, await call(publicRoutes.updateSurvey, input, { timeout: SEND_TIMEOUT }));
		}
	} catch (error) {
		// What did not arrive is not final: it may be written anew.
		set(finalAtom, '');
		set(problemPartAtom, statusOf(error) === 422 ? 'expired' : 'unreachable');
	}
	set(isSendingPartAtom, false);
});

function wishFor(get: Getter): CsatAnswer['csat_survey_response'] | undefined {
	const [rating, feedback_message] = [get(ratingAtom), get(finalAtom)];
	return rating && { rating, ...(feedback_message && { feedback_message }) };
}

function statusOf(error: unknown): number | undefined {
	return error instanceof RequestError ? error.status : undefined;
}
