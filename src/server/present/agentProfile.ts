/** A member's own profile (docs/application-api.md, Profile and signing in). */
import type { Profile } from '#protocol/entities/entities.ts';
import { realtimeToken } from '../base/randomToken.ts';
import { shownNameOf } from '../domain/contacts/shownName.ts';
import type { User } from '../store/tables/schema.ts';
import type { Repositories } from '../store/store.ts';

/** `accessToken`: the caller's token; undefined for a session of the desk. */
export async function presentProfile(
	store: Repositories,
	user: User,
	accessToken: string | undefined,
): Promise<Profile> {
	const accounts = await store.users.listAccounts(user.id);
	const [first] = accounts;
	if (!first) throw new Error('A user is a member of at least one account');
	return {
		id: user.id,
		name: user.name,
		available_name: shownNameOf(user),
		display_name: user.display_name,
		email: user.email,
		uid: user.email,
		confirmed: true,
		has_password: (await store.passwords.findHash(user.id)) !== undefined,
		avatar_url: user.avatar_url,
		...(accessToken !== undefined && { access_token: accessToken, pubsub_token: realtimeToken(accessToken) }),
		account_id: first.id,
		role: first.role,
		unread_notifications_count: (await store.notifications.countUnread(first.id, [user.id])).get(user.id) ?? 0,
		accounts,
	};
}
