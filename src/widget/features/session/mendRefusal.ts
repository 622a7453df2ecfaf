// chunk: mendRefusal
/**
 * What has to happen before a call that the server has refused can be made once more. Loaded with
 * the first such refusal.
 */
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import { IDENTITY_TIMEOUT } from '#protocol/base/limits.ts';
import type { Route } from '#protocol/base/routes.ts';
import { hostAtom, postToHost, updateHostFacts } from '../host/host.ts';
import { codeOf } from './codeOf.ts';
import { waitForPass } from './waitForPass.ts';

/** The question for another proof that the page has not answered. */
const renewalAtom = atom<Promise<void> | undefined>();

export interface RefusedCall<T> {
	error: unknown;
	route: Route;
	/** Aborted when another person takes over, in whose name it must not be made. */
	stay: AbortSignal;
	/** Makes the call, unless `stay` is aborted: then it throws ABORTED. */
	ask: () => Promise<T>;
}

/**
 * The answer to the call once its refusal is mended; rejects with the refusal where nothing can be
 * done.
 */
export async function mendRefusal<T>(
	get: Getter,
	set: Setter,
	{ error, route, stay, ask }: RefusedCall<T>,
): Promise<T> {
	const code = codeOf(error);
	if (code === 'IDENTITY_EXPIRED') return askRenewed(get, set, stay, ask);
	if (code !== 'CAPTCHA_REQUIRED') throw error;
	await set(waitForPass, stay, route);
	return ask();
}

/**
 * Asks the server once more when the page has set its user again. A user who is still not proven
 * becomes an anonymous visitor.
 */
async function askRenewed<T>(get: Getter, set: Setter, stay: AbortSignal, ask: () => Promise<T>): Promise<T> {
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
