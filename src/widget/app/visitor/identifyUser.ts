/**
 * Makes the visitor the user that the site names: session, contact and typed texts change together.
 */
import { atom } from 'jotai/vanilla';
import type { UserFacts } from '#protocol/frame/hostRequest.ts';
import { IDENTITY_TIMEOUT } from '#protocol/base/limits.ts';
import { loadChunk } from '#client/chunk.ts';
import { readStored } from '#client/storage.ts';
import { identifyContact } from '../../features/contact/contact.ts';
import { hostAtom } from '../../features/host/host.ts';
import {
	beginSession,
	ensureSession,
	endOtherUsersSession,
	isIdentityPendingAtom,
	readSessionUser,
	releaseSession,
	setIdentifier,
	switchUser,
} from '../../features/session/session.ts';
import { atomPerVisit } from '../../features/session/perVisit.ts';
import { discardInput } from './discardInput.ts';
import { giveBackInput, holdInput, releaseInput } from './heldInput.ts';
import { keptInputKeyAtom } from './keptInputKey.ts';
import type { Store } from '../routing/store.ts';

/** Whether the visit's user has been proven in this frame. */
const provenAtom = atomPerVisit(false);

/** The page is about to name its user, which it has IDENTITY_TIMEOUT for. Returns the undo. */
export function awaitUser(store: Store): () => void {
	store.set(beginSession, 'pending');
	holdInput();
	const timer = setTimeout(() => store.set(resolvePendingIdentity), IDENTITY_TIMEOUT);
	return () => clearTimeout(timer);
}

/**
 * The page takes too long, fails to say who its user is, or says that it is still `identifier`. The
 * browser's session goes on if it is anonymous or that user's. Another user is signed out, since
 * another person may be at the browser.
 */
export const resolvePendingIdentity = atom(null, (get, set, identifier?: string) => {
	if (!get(isIdentityPendingAtom)) return;
	const user = set(readSessionUser);
	if (user !== undefined && user !== identifier) return void get(hostAtom).onIdentityLost?.();
	set(releaseSession);
	set(giveBackInput, set(releaseInput));
});

/** From now on nothing of another user is shown. Answers whether there was another user. */
export const leaveOtherUser = atom(null, (_get, set, identifier: string): boolean => {
	const typed = set(releaseInput);
	const hasLeft = set(endOtherUsersSession, identifier);
	if (hasLeft) set(discardInput);
	set(giveBackInput, typed);
	return hasLeft;
});

/**
 * Identifies the visitor as a user of the site. Rejects with a RequestError, whose body is the
 * server's reason. Where the session becomes another user's, everything read so far is dropped and
 * a fresh realtime token is fetched.
 */
export const setUser = atom(null, async (get, set, identifier: string, facts: UserFacts) => {
	set(leaveOtherUser, identifier);
	const authToken = await set(identifyContact, identifier, facts);
	const isProven = Boolean(facts.identifier_hash || facts.jwt);
	// What a proven user may read was read already where the same user is proven again.
	if (!authToken && (!isProven || get(provenAtom))) return set(setIdentifier, identifier);
	if (authToken) set(discardInput);
	set(switchUser, authToken);
	set(setIdentifier, identifier);
	set(provenAtom, () => isProven);
	await set(ensureSession);
	if (isProven && readStored(get(keptInputKeyAtom))) {
		const { restoreKeptInput } = await loadChunk(() => import('./keptInput.ts'));
		set(restoreKeptInput, identifier);
	}
});
