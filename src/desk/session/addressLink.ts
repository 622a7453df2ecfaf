/**
 * The link that makes a new address the agent's, as a mail brings it:
 * `/desk#address=<token>&email=<address>`.
 */
import { atom } from 'jotai/vanilla';
import { settingsHref } from '../common/route.ts';
import type { Store } from '../common/store.ts';
import { takeLink, type OneTimeLink } from './takeLink.ts';

/** Waits until the agent for whom it is has signed in, and sees their account. */
export const addressLinkAtom = atom<OneTimeLink>();

/**
 * Takes the link by which the agent comes, also into a desk that is open already, and leads to
 * their account. Begin before what else follows the address. Returns the undo.
 */
export function connectAddressLink(store: Store): () => void {
	const take = (): void => {
		const link = takeLink('address', settingsHref('account'));
		if (link) store.set(addressLinkAtom, link);
	};
	take();
	addEventListener('hashchange', take);
	return () => removeEventListener('hashchange', take);
}
