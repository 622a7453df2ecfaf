// chunk: asking
/**
 * Asks the page around the frame before something is done. Loaded where the page wants to be asked.
 */
import { atom } from 'jotai/vanilla';
import type { Answer } from '#protocol/frame/hostMethods.ts';
import type { RareToHost } from '#protocol/frame/rareToHost.ts';
import { HOST_TIMEOUT, PAGE_ANSWER_TIMEOUT } from '#protocol/base/limits.ts';
import { randomId } from '#protocol/base/randomId.ts';
import { postToHost, updateHostFacts } from './host.ts';

type Question = Extract<RareToHost, { event: 'ask' }>;
type Verdict = Pick<Answer, 'isRefused' | 'detail'>;

/** The questions that wait for an answer, by their id. */
const waitingAtom = atom(new Map<string, (verdict: Verdict) => void>());

/** Resolves with what the page says. A page that says nothing refuses nothing. */
export const askPage = atom(
	null,
	(get, set, about: Question['about'], detail: Question['detail']): Promise<Verdict> =>
		new Promise((resolve) => {
			const id = randomId();
			const waiting = get(waitingAtom);
			const end = (verdict: Verdict) => {
				waiting.delete(id);
				resolve(verdict);
			};
			waiting.set(id, end);
			set(updateHostFacts, { takeAnswer: (answer) => waiting.get(answer.id)?.(answer) });
			setTimeout(() => end({ isRefused: false, detail }), PAGE_ANSWER_TIMEOUT + HOST_TIMEOUT);
			set(postToHost, { event: 'ask', id, about, detail });
		}),
);
