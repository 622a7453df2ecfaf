// chunk: signOut
/**
 * The page's user is signed out: the chat goes on with an anonymous visitor. Loaded when that
 * happens.
 */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { atom } from 'jotai/vanilla';
import { showAlert } from '../../features/alerts/alerts.ts';
import { postToHost } from '../../features/host/host.ts';
import { loadWithTexts } from '../../features/language/loadWithTexts.ts';
import { authTokenAtom, readSessionUser } from '../../features/session/session.ts';
import { forgetDevice } from './forgetDevice.ts';
import { giveBackInput, releaseInput } from './heldInput.ts';
import { keepInput } from './keptInput.ts';
import { replaceRoute } from '../routing/route.ts';

/** Nothing of the user stays visible. What they had typed is kept for them. */
export const signOut = atom(null, async (get, set) => {
	const identifier = set(readSessionUser);
	const isShown = get(authTokenAtom) !== undefined;
	const typed = set(releaseInput);
	// Another refused request has signed them out: doing it again would delete what was kept for
	// them.
	if (!isShown && identifier === undefined) return set(giveBackInput, typed);
	const keep = identifier === undefined ? undefined : set(keepInput, identifier);
	set(postToHost, { event: 'signedOut' });
	const forgotten = set(forgetDevice);
	keep?.();
	set(giveBackInput, typed);
	set(replaceRoute, 'home');
	await forgotten;
	if (!isShown) return;
	// If the text of the alert does not load, the visitor only sees a chat that begins again.
	await loadWithTexts(async () => {}).then(
		() => set(showAlert, i18n._(msg`You have been signed out. Your session was ended or has expired.`)),
		console.debug,
	);
});
