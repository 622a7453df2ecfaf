/** The agent's own new address, which a mailed link confirms. */
import { i18n } from '@lingui/core';
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { RequestError } from '#client/rest.ts';
import { addressLinkAtom } from '../../session/addressLink.ts';
import { call } from '../../session/api.ts';
import { updateAgent } from '../../session/session.ts';
import type { OneTimeLink } from '../../session/takeLink.ts';

export interface NewAddress {
	email: string;
	/** '' where a link has just signed the agent in. */
	current_password: string;
}

/** Has a link mailed to the address. Rejects with a RequestError. */
export const askForAddressLink = atom(null, async (get, _set, { email, current_password }: NewAddress) => {
	const body = { email: email.trim(), locale: i18n.locale, ...(current_password !== '' && { current_password }) };
	await call(get, applicationRoutes.requestEmailChange, { body });
});

/** `unjudged`: the link that the server has neither accepted nor refused, to try it again. */
export type Confirmation = 'confirmed' | 'refused' | { unjudged: OneTimeLink };

/**
 * Confirms by the link that the agent came by; resolves with undefined where there is none, or the
 * agent has signed out since.
 */
export const confirmAddress = atom(null, async (get, set): Promise<Confirmation | undefined> => {
	const link = get(addressLinkAtom);
	if (!link) return undefined;
	set(addressLinkAtom, undefined);
	try {
		const body = { ...link, locale: i18n.locale };
		set(updateAgent, await call(get, applicationRoutes.confirmEmailChange, { body }));
		return 'confirmed';
	} catch (error) {
		if (!(error instanceof RequestError)) throw error;
		if (error.code === 'ABORTED') return undefined;
		return error.status === 422 ? 'refused' : { unjudged: link };
	}
});
