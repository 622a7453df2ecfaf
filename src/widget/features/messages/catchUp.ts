/** Loads what was missed: pushed events may be lost, so REST is what counts. */
import type { Getter, Setter } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';
import { createRetryLoop } from '#client/retryLoop.ts';
import { connectionAtom, setCatchingUp } from '../connection/connection.ts';
import { isStartingNewAtom, loadConversation } from '../conversation/conversation.ts';
import { authTokenAtom } from '../session/session.ts';
import { goLive, loadNewMessages } from './messages.ts';

const loop = createRetryLoop(async (get, set) => {
	try {
		if (get(authTokenAtom) !== undefined) await read(get, set);
		set(setCatchingUp, false);
		return true;
	} catch (error) {
		// The visitor has changed; the next one's messages are loaded by a call of their own.
		if (isAborted(error)) return true;
		// The network is lost or the server has failed, which the connection notice shows.
		console.debug('live-chat-widget: could not catch up', error);
		set(setCatchingUp, true);
		return false;
	}
});

/** Loads what is missing. Never rejects: what could not be loaded is tried again later. */
export const catchUp = loop.run;

export const stopCatchingUp = loop.stop;

async function read(get: Getter, set: Setter) {
	const wasConnected = get(connectionAtom) === 'connected';
	const wasStartingNew = get(isStartingNewAtom);
	await Promise.all([set(loadConversation), set(loadNewMessages)]);
	// Another tab has started the new conversation.
	if (wasStartingNew && !get(isStartingNewAtom)) await set(loadNewMessages);
	if (wasConnected && get(connectionAtom) === 'connected') set(goLive);
}
