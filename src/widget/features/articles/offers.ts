/**
 * Articles that may answer what the visitor is writing, before the first message of a conversation
 * is sent. The server searches for them; it is asked without the visitor's token.
 */
import { atom } from 'jotai/vanilla';
import type { Article } from '#protocol/entities/articles.ts';
import { draftAtom } from '../messages/draft.ts';
import { atomPerVisit } from '../session/perVisit.ts';
import { listArticles } from './listArticles.ts';
import { articleLocaleAtom } from './portal.ts';

/** Nothing is asked while the visitor is still typing. */
export const OFFER_DELAY = 700;

const OFFERS_MAX = 3;

/** As much of a long text is looked at; what is typed last says most. */
const TEXT_MAX = 300;

interface Offers {
	/** What was asked for, or ''. */
	question: string;
	articles: readonly Article[];
}

const NOTHING: Offers = { question: '', articles: [] };

const foundAtom = atomPerVisit(NOTHING);
const isDismissedAtom = atomPerVisit(false);

export const offersAtom = atom((get) => (get(isDismissedAtom) ? [] : get(foundAtom).articles));

/**
 * Looks for articles about the draft. Never rejects: where it fails there are none. A late response
 * to an earlier draft is dropped.
 */
export const findOffers = atom(null, async (get, set) => {
	if (get(isDismissedAtom)) return;
	const words = wordsToAsk(get(draftAtom));
	const question = words && `${get(articleLocaleAtom)} ${words}`;
	if (question === get(foundAtom).question) return;
	// What was found for the text before stays until the answer is there.
	set(foundAtom, ({ articles }) => ({ question, articles: words ? articles : [] }));
	if (!words) return;
	const settle = (articles: readonly Article[]) =>
		set(foundAtom, (found) => (found.question === question ? { question, articles } : found));
	try {
		settle(await listArticles(get, { query: words, match: 'best', status: '1' }, OFFERS_MAX));
	} catch (error) {
		console.debug('live-chat-widget: no articles could be offered', error);
		settle([]);
	}
});

/** For the rest of the visit. */
export const dismissOffers = atom(null, (_get, set) => set(isDismissedAtom, () => true));

/** The next text begins without offers. */
export const forgetOffers = atom(null, (get, set) => {
	if (get(draftAtom) === '') set(foundAtom, () => NOTHING);
});

/**
 * The words of an unsent text that may leave the browser: no addresses, and nothing with a number
 * in it.
 */
export function wordsToAsk(text: string): string {
	return text
		.slice(-TEXT_MAX)
		.replaceAll(/\S*[@/:]\S*/g, ' ')
		.replaceAll(/[\p{Script=Latin}\p{N}.+-]+/gu, (run) => (/\p{N}/u.test(run) ? ' ' : run))
		.split(/\s+/)
		.filter((word) => /\p{L}/u.test(word))
		.join(' ');
}
