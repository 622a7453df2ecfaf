import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { account, call } from '../../session/api.ts';

/** Joins the call of a message in a new tab. Resolves with whether it opened. */
export const joinCall = atom(null, async (get, _set, messageId: number): Promise<boolean> => {
	// It opens before the request, since browsers only let a page open a tab at the press itself.
	const tab = window.open('', '_blank');
	if (!tab) return false;
	tab.opener = null;
	try {
		const input = { params: account(get), body: { message_id: messageId } };
		const { url } = await call(get, applicationRoutes.joinCall, input);
		if (!url || !/^https?:/i.test(url)) throw new Error('The server names no page for the call');
		tab.location.href = url;
		return true;
	} catch (error) {
		console.debug('live-chat-widget: the call could not be joined', error);
		tab.close();
		return false;
	}
});
