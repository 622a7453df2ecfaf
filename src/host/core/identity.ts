import type { GivenFacts } from '#protocol/frame/givenFacts.ts';

/**
 * Who the site says that its visitor is, with a proof: `identifier` and `identifier_hash`, or a
 * `jwt` alone.
 */
export interface Identity extends GivenFacts {
	/** May be left out beside a `jwt`, whose `sub` it is. */
	identifier?: string | number | null | undefined;
}

/**
 * Asked when the chat has to know its visitor, before a token expires, and after; nothing means
 * that no user is signed in.
 */
export type IdentityProvider = () => Promise<Identity | null | undefined> | Identity | null | undefined;
