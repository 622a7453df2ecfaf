/** The website wants a challenge passed before the visitor's first message. */
import { atom } from 'jotai/vanilla';
import type { Route } from '#protocol/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { waitingAtom } from './waiting.ts';

/**
 * Resolves once the challenge is passed, so that the call can be repeated. Rejects when the visitor leaves. It also rejects when the visitor turns to another
 * tab: there the challenge can be passed, and the messages that this tab waits to send can be sent.
 */
export const waitForPass = atom(null, (_get, set, stay: AbortSignal, route: Route): Promise<void> => {
	const over = new AbortController();
	const { signal } = over;
	return new Promise<void>((resolve, reject) => {
		const leave = () => {
			// A form has no other tab that would send it, and the visitor would have to press its button again.
			if (stay.aborted || (document.visibilityState === 'hidden' && route !== widgetRoutes.createConversation))
				reject(new Error('Nobody is asked'));
		};
		set(waitingAtom, (waiting) => [...waiting, resolve]);
		signal.addEventListener('abort', () => set(waitingAtom, (waiting) => waiting.filter((one) => one !== resolve)));
		stay.addEventListener('abort', leave, { signal });
		document.addEventListener('visibilitychange', leave, { signal });
		leave();
	}).finally(() => over.abort());
});
