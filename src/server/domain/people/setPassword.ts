/** Sets or changes a member's password (docs/application-api.md, Profile and signing in). */
import { MINUTE } from '#protocol/base/duration.ts';
import type { PasswordHasher } from '../../base/passwordHash.ts';
import type { Credential } from '../../store/people/credentials.ts';
import type { User } from '../../store/tables/schema.ts';
import type { Store } from '../../store/store.ts';
import { recordUser } from '../recordChange.ts';
import { checkPassword } from './checkPassword.ts';
import { endSignIns, holdAccess } from './signIn.ts';

/**
 * For this long after a person has signed in by a link, they may set a password without the current
 * one.
 */
const FRESH = 30 * MINUTE;

/**
 * Sets the password and ends all other sign-ins. Throws what `checkPassword` and `holdAccess`
 * throw. `by`: the credential of the caller, which stays valid. `isTokenKept`: whether tokens made
 * for scripts stay valid, too.
 */
export async function setPassword(
	store: Store,
	hasher: PasswordHasher,
	user: User,
	{ password, by, isTokenKept = true }: { password: string; by?: Credential; isTokenKept?: boolean },
): Promise<void> {
	checkPassword(password, user);
	const hash = await hasher.hash(password);
	await store.transaction(async (repositories) => {
		if (by) await holdAccess(repositories, user.id, by);
		await repositories.passwords.set(user.id, hash);
		await endSignIns(repositories, user.id, { except: by, isTokenKept });
		// Any two values: a password is only told to be another.
		await recordUser(repositories, user.id, { before: { password: 0 }, after: { password: 1 } });
	});
}

/**
 * Whether this session was just begun by a link: that proves the person has access to their mail,
 * or the operator's trust.
 */
export async function isFromFreshLink({ deskSessions }: Store, userId: number, by: Credential): Promise<boolean> {
	const session = by.kind === 'session' ? await deskSessions.find(userId, by.id) : undefined;
	return session?.begun_by === 'link' && session.created_at > Date.now() - FRESH;
}
