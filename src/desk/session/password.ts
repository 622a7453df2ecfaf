/** Setting one's password, and asking for a link by mail. */
import { i18n } from '@lingui/core';
import { atom } from 'jotai/vanilla';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { RequestError } from '#client/rest.ts';
import { call } from './api.ts';

/** The reason why the password was not set. `TOO_MANY`: too many attempts with a wrong one. */
export type PasswordProblem = 'CURRENT_WRONG' | 'GUESSABLE' | 'TOO_MANY' | 'FAILED';

/** Resolves with undefined once the password is set. */
export const changePassword = atom(
	null,
	async (get, _set, password: string, current: string): Promise<PasswordProblem | undefined> => {
		try {
			const profile = { password, ...(current !== '' && { current_password: current }) };
			await call(get, applicationRoutes.updateProfile, { body: profile });
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
