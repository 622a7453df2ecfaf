import { atom } from 'jotai/vanilla';
import { SEND_TIMEOUT } from '#protocol/base/limits.ts';
import type { RouteResponse } from '#protocol/base/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { isAborted } from '#client/rest.ts';
import { safeUrl } from '#markdown/safeUrl.ts';
import { callAsVisitor } from '../session/session.ts';
import { type Call, callAtom, changeCall, leaveCall } from './calls.ts';

/**
 * Joins the call and shows it, in a new tab where a frame cannot. The visitor can be in one call at
 * a time.
 */
export const joinCall = atom(null, async (get, set, messageId: number) => {
	const current = get(callAtom);
	if (current && current.state !== 'failed') return;
	const proceed = (state: Call['state'], url = '') => set(changeCall, { messageId, state, url });
	proceed('joining');
	try {
		const input = { body: { message_id: messageId } };
		const url = callAddress(await callAsVisitor(get, set, widgetRoutes.joinCall, input, { timeout: SEND_TIMEOUT }));
		if (url === undefined) proceed('failed');
		else if (isIsolated()) {
			window.open(url, '_blank', 'noopener');
			set(leaveCall);
		} else proceed('joined', url);
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: the call could not be joined', error);
		proceed('failed');
	}
});

/**
 * Whether the page is cross-origin isolated: a frame in such a page cannot load pages of other
 * origins, such as the call's.
 */
function isIsolated(): boolean {
	return crossOriginIsolated || Reflect.get(window, 'credentialless') === true;
}

/**
 * The page to show: the provider's own, or Dyte's for a token. Undefined when the response has
 * neither.
 */
function callAddress({ url, token }: RouteResponse<typeof widgetRoutes.joinCall>): string | undefined {
	if (url !== undefined) return /^https?:/i.test(url) ? safeUrl(url) : undefined;
	if (token === undefined) return undefined;
	const search = new URLSearchParams({ authToken: token, showSetupScreen: 'true', disableVideoBackground: 'true' });
	return `https://app.dyte.io/v2/meeting?${search}`;
}
