// chunk: mendRefusal
/** The website wants a challenge passed before it takes anything of the visitor. */
import { atom } from 'jotai/vanilla';
import type { Route } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { waitingAtom } from './waiting.ts';

/**
 * What the page has said of its visitor, and is sent once the challenge is passed. It is no reason
 * to show the challenge.
 */
export const waitingQuietlyAtom = atom<readonly (() => void)[]>([]);

/** No other tab would send it, and the visitor, or the page, would have to begin again. */
const OF_THIS_TAB: readonly Route[] = [
	widgetRoutes.createConversation,
	widgetRoutes.updateContact,
	widgetRoutes.setUser,
];

/**
 * Resolves once the challenge is passed, so that the call can be repeated. Rejects when the visitor
 * leaves. It also rejects when the visitor turns to another tab: there the challenge can be passed,
 * and the messages that this tab waits to send can be sent.
 */
export const waitForPass = atom(null, (_get, set, stay: AbortSignal, route: Route): Promise<void> => {
	const over = new AbortController();
	const { signal } = over;
	const listAtom = route === widgetRoutes.setUser ? waitingQuietlyAtom : waitingAtom;
	return new Promise<void>((resolve, reject) => {
		const leave = () => {
			if (stay.aborted || (document.visibilityState === 'hidden' && !OF_THIS_TAB.includes(route)))
				reject(new Error('Nobody is asked'));
		};
		set(listAtom, (waiting) => [...waiting, resolve]);
		signal.addEventListener('abort', () => set(listAtom, (waiting) => waiting.filter((one) => one !== resolve)));
		stay.addEventListener('abort', leave, { signal });
		document.addEventListener('visibilitychange', leave, { signal });
		leave();
	}).finally(() => over.abort());
});
