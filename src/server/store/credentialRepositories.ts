/** The repositories of the team's credentials. */
import type { Kysely } from 'kysely';
import { createAccessTokens } from './accessTokens.ts';
import { createCredentials } from './credentials.ts';
import { createDeskSessions } from './deskSessions.ts';
import { createPasswords } from './passwords.ts';
import type { Database } from './schema.ts';
import { createSetupTokens } from './setupTokens.ts';
import { createSignInTokens } from './signInTokens.ts';

export function createCredentialRepositories(db: Kysely<Database>) {
	return {
		accessTokens: createAccessTokens(db),
		credentials: createCredentials(db),
		deskSessions: createDeskSessions(db),
		passwords: createPasswords(db),
		setupTokens: createSetupTokens(db),
		signInTokens: createSignInTokens(db),
	};
}
