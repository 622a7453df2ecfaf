/** Setting one's password, and asking for a link by mail. */
import { i18n } from '@lingui/core';
import { atom } from 'jotai/vanilla';
import { SIGNED_IN } from '#protocol/application/accessTokenRoutes.ts';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { RequestError } from '#client/rest.ts';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import { call } from './api.ts';
import { updateAgent } from './session.ts';

/** Stored until the agent has answered. */
const ASKED = 'desk:asks-password';

const askedAtom = atom<boolean>();

/**
 * Whether the link by which the agent came asks for a password, until they have chosen one or put
 * it off.
 */
export const asksPasswordAtom = atom(
	(get) => get(askedAtom) ?? readStored(ASKED) === true,
	(_get, set, asks: boolean) => {
		if (asks) writeStored(ASKED, true);
		else removeStored(ASKED);
		set(askedAtom, asks);
	},
);

/** The reason why the password was not set. `TOO_MANY`: too many attempts with a wrong one. */
export type PasswordProblem = 'CURRENT_WRONG' | 'GUESSABLE' | 'TOO_MANY' | 'FAILED';

export interface NewPassword {
	password: string;
	/** The current one, or ''. */
	current: string;
	/** Whether scripts with a token of the agent stop working, too. */
	endsTokens: boolean;
}

/** Resolves with undefined once the password is set. */
export const changePassword = atom(
	null,
	async (get, set, { password, current, endsTokens }: NewPassword): Promise<PasswordProblem | undefined> => {
		try {
			const profile = {
				password,
				...(current !== '' && { current_password: current }),
				...(endsTokens && { revoke_tokens: true }),
			};
			set(updateAgent, await call(get, applicationRoutes.updateProfile, { body: profile }));
			return undefined;
		} catch (error) {
			if (!(error instanceof RequestError)) throw error;
			if (error.status === 429) return 'TOO_MANY';
			if (error.status !== 422) return 'FAILED';
			// Only a refusal of the new password names the field.
			return (error.body as { attributes?: unknown }).attributes ? 'GUESSABLE' : 'CURRENT_WRONG';
		}
	},
);

/** The agent's access tokens that a new password leaves, unless they are deleted with it. */
export const loadScriptTokens = atom(null, async (get) =>
	(await call(get, applicationRoutes.listOwnAccessTokens, {})).payload.filter(({ name }) => name !== SIGNED_IN),
);

/** Whether the server sends mails with links, which are all but transcripts; its page says so. */
export function canMailLinks(): boolean {
	return document.querySelector('meta[name=login-links]') !== null;
}

/** `sent` does not say that an agent has the address: the server does not tell. */
export type LinkOutcome = 'sent' | 'TOO_MANY' | 'FAILED';

/** Asks for a sign-in link by mail. */
export const askForLink = atom(null, async (get, _set, email: string): Promise<LinkOutcome> => {
	try {
		await call(get, applicationRoutes.requestLoginLink, { body: { email, locale: i18n.locale } });
		return 'sent';
	} catch (error) {
		return error instanceof RequestError && error.status === 429 ? 'TOO_MANY' : 'FAILED';
	}
});
