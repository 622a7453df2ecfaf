import { atom } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';
import { loadContact } from '../contact/contact.ts';
import { authTokenAtom } from '../session/session.ts';
import { noteAsked } from './prechat.ts';

/** Asks the server what the team knows. If that fails, every field is asked. Never rejects. */
export const prepareForm = atom(null, async (get, set) => {
	try {
		// Without a session the team knows nothing of the visitor.
		if (get(authTokenAtom) !== undefined) await set(loadContact);
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: the contact could not be read', error);
	}
	set(noteAsked);
});
