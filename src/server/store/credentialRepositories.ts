/** The repositories of the team's credentials. */
import { createAccessTokens } from './accessTokens.ts';
import { createCredentials } from './credentials.ts';
import { createDeskSessions } from './deskSessions.ts';
import { createPasswords } from './passwords.ts';
import { createSetupTokens } from './setupTokens.ts';
import { createSignInTokens } from './signInTokens.ts';

export const credentialRepositories = {
	accessTokens: createAccessTokens,
	credentials: createCredentials,
	deskSessions: createDeskSessions,
	passwords: createPasswords,
	setupTokens: createSetupTokens,
	signInTokens: createSignInTokens,
};
