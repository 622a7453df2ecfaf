/** The signed-in agent and the way in (docs/application-api.md, Profile and signing in). */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Profile } from '#protocol/entities.ts';
import { createSignInToken } from '../../domain/signIn.ts';
import { Refusal } from '../refusal.ts';
import type { Handlers } from '../registerRoutes.ts';
import { hashToken, realtimeToken } from '../../base/randomToken.ts';
import type { Services } from '../../services/services.ts';
import type { User } from '../../store/schema.ts';
import type { Repositories } from '../../store/store.ts';

type ProfileHandlers = Pick<Handlers<typeof applicationRoutes>, 'showProfile' | 'signIn'>;

export function profileHandlers({ store }: Services): ProfileHandlers {
	return {
		showProfile: ({ user, accessToken }) => presentProfile(store, user, accessToken),

		async signIn({ body }) {
			const user = await store.users.findByEmail(body.email);
			const isWelcome = user && (await store.signInTokens.spend(hashToken(body.sso_auth_token), user.id));
			if (!isWelcome) {
				throw new Refusal(401, { success: false, errors: ['Invalid login credentials. Please try again.'] });
			}
			const token = await store.transaction((repositories) => createSignInToken(repositories, user.id));
			return { data: await presentProfile(store, user, token) };
		},
	};
}

async function presentProfile(store: Repositories, user: User, accessToken: string): Promise<Profile> {
	const accounts = await store.users.listAccounts(user.id);
	const [first] = accounts;
	if (!first) throw new Error('A user is a member of at least one account');
	return {
		id: user.id,
		name: user.name,
		available_name: user.display_name ?? user.name,
		display_name: user.display_name,
		email: user.email,
		avatar_url: user.avatar_url,
		access_token: accessToken,
		pubsub_token: realtimeToken(accessToken),
		account_id: first.id,
		role: first.role,
		accounts,
	};
}
