/** The user's proof has expired: the page is asked for another one. */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { IDENTITY_TIMEOUT } from '#protocol/base/limits.ts';
import { hostAtom, postToHost, updateHostFacts } from '../host/host.ts';
import { codeOf } from './codeOf.ts';

const renewalAtom = atom<Promise<void> | undefined>();

/**
 * Asks the server once more when the page has set its user again. A user who is still not proven
 * becomes an anonymous visitor.
 */
export async function askRenewed<T>(get: Getter, set: Setter, stay: AbortSignal, ask: () => Promise<T>): Promise<T> {
	await set(renewIdentity);
	try {
		return await ask();
	} catch (error) {
		// Once the user has been signed out, the refusals of their other requests do not concern
		// the next visitor.
		if (codeOf(error) === 'IDENTITY_EXPIRED' && !stay.aborted) await get(hostAtom).onIdentityLost?.();
		throw error;
	}
}

/**
 * Resolves once the page has set its user again, or has taken too long; concurrent callers share
 * one question.
 */
const renewIdentity = atom(null, (get, set): Promise<void> => {
	const before = get(renewalAtom);
	if (before) return before;
	const renewal = new Promise<void>((resolve) => {
		const end = () => {
			set(updateHostFacts, { onIdentified: undefined });
			set(renewalAtom, undefined);
			resolve();
		};
		set(updateHostFacts, { onIdentified: end });
		setTimeout(end, IDENTITY_TIMEOUT);
		set(postToHost, { event: 'identityExpired' });
	});
	set(renewalAtom, renewal);
	return renewal;
});
