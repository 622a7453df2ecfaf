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
		// As long as nothing is pushed, messages come by reading on.
		return get(connectionAtom) !== 'lost';
	} catch (error) {
		// The visitor has changed; the next one's messages are loaded by a call of their own.
		if (isAborted(error)) return true;
		// The network is lost or the server has failed, which the connection notice shows.
		console.debug(error);
		set(setCatchingUp, true);
		return false;
	}
});

/** Loads what is missing. Never rejects: what could not be loaded, or pushed, is read later. */
export const catchUp = loop.run;

export const stopCatchingUp = loop.stop;

async function read(get: Getter, set: Setter) {
	const wasConnected = get(connectionAtom) === 'connected';
	// The server still has the conversation that the visitor has left, unless another tab has
	// started the new one.
	if (get(isStartingNewAtom)) await set(loadConversation);
	if (!get(isStartingNewAtom)) await set(loadNewMessages);
	if (wasConnected && get(connectionAtom) === 'connected') set(goLive);
}
