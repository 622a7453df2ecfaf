/** The user's proof has expired: the page is asked for another one. Loaded when that happens. */
import { atom } from 'jotai/vanilla';
import { IDENTITY_TIMEOUT } from '#protocol/limits.ts';
import { postToHost, updateHostFacts } from '../host/host.ts';

const renewalAtom = atom<Promise<void> | undefined>();

/** Resolves once the page has set its user again, or has taken too long; concurrent callers share one question. */
export const renewIdentity = atom(null, (get, set): Promise<void> => {
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
