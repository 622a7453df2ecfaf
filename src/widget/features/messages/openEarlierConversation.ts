// chunk: several
import { atom } from 'jotai/vanilla';
import { isAborted } from '#client/rest.ts';
import { isFullPage } from '#models/pages.ts';
import { complete, mergeMessage, preferNewer, resetToMessage } from '#models/thread.ts';
import { authTokenAtom } from '../session/session.ts';
import { changeThread, readPage } from './messages.ts';
import { changeReading, type Earlier } from './reading.ts';
import { NO_THREAD } from './visitorThread.ts';

/**
 * Shows an earlier conversation, and loads its newest page. Never rejects: a failure is shown in
 * its place.
 */
export const openEarlierConversation = atom(null, async (get, set, id: number) => {
	const proceed = (state: Earlier['state']) =>
		set(changeReading, (earlier) => (earlier?.id === id ? { id, state } : earlier));
	set(changeReading, () => ({ id, state: 'loading' }));
	// Reading does not start a session.
	if (get(authTokenAtom) === undefined) return proceed('failed');
	try {
		await set(loadThread, id);
		proceed('loaded');
	} catch (error) {
		if (isAborted(error)) return;
		console.debug('live-chat-widget: an earlier conversation could not be read', error);
		proceed('failed');
	}
});

/** Loads the newest page of another conversation. Rejects with a RequestError. */
export const loadThread = atom(null, async (_get, set, id: number) => {
	// From now on, what is pushed of that conversation is taken in.
	set(changeThread, id, (thread) => thread);
	const page = await set(readPage, { conversation_id: id });
	const { payload, asOf } = page;
	set(changeThread, id, (thread) => {
		const news = preferNewer(asOf.get(id) ?? NO_THREAD, thread, payload);
		const known = complete(news.reduce(mergeMessage, thread));
		// The thread begins again with this page, since messages may be missing between it and what
		// was known.
		return { ...resetToMessage(known, payload[0]?.id ?? 0), hasOlder: isFullPage(page) };
	});
});
