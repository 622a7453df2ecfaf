/** How a server without an administrator gets its first one (docs/operating.md, Starting). */
import { DAY } from '#protocol/base/duration.ts';
import { hashToken, randomToken } from '../../base/randomToken.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { addAgent } from './agents.ts';

export interface FirstAdministrator {
	name: string;
	email: string;
	/** As `PasswordHasher.hash` resolves. */
	passwordHash: string;
}

/**
 * A link by which one person, within a day, becomes the first administrator; undefined where there
 * is one.
 */
export async function createSetupLink(store: Repositories, origin: string): Promise<string | undefined> {
	if (await store.users.hasAdministrator()) return undefined;
	const token = randomToken();
	await store.setupTokens.insert(hashToken(token), Date.now() + DAY);
	// In the fragment, so that no server, proxy or log gets it.
	return `${origin}/desk#${new URLSearchParams({ setup: token })}`;
}

/** Whether `addFirstAdministrator` would accept the token at this moment. */
export async function canSetUp(store: Repositories, token: string): Promise<boolean> {
	return (await store.setupTokens.isValid(hashToken(token))) && !(await store.users.hasAdministrator());
}

/**
 * Spends the token; undefined where it is not valid or there is an administrator. Run it as one
 * transaction.
 */
export async function addFirstAdministrator(
	store: Repositories,
	token: string,
	{ name, email, passwordHash }: FirstAdministrator,
): Promise<User | undefined> {
	if (!(await store.setupTokens.spend(hashToken(token))) || (await store.users.hasAdministrator())) return undefined;
	const account = (await store.accounts.findFirst()) ?? (await store.accounts.insert('Team'));
	const user = await addAgent(store, account.id, {
		name,
		email,
		role: 'administrator',
		mayBeElsewhere: true,
	});
	await store.passwords.set(user.id, passwordHash);
	return user;
}
