/** The signed-in agent (docs/application-api.md, Profile and signing in). */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { AVATAR_RULES, setAvatar, setPicture } from '../../domain/people/agentPicture.ts';
import { changeAgent, nameAgent } from '../../domain/people/agents.ts';
import { setPassword } from '../../domain/people/setPassword.ts';
import { presentProfile } from '../../present/agentProfile.ts';
import type { Services } from '../../services/services.ts';
import { notAuthorized, notFound } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { emailChangeHandlers } from './emailChangeHandlers.ts';
import { proveCaller } from './proveCaller.ts';

export function profileHandlers(
	services: Services,
): Pick<
	Handlers<typeof applicationRoutes>,
	'showProfile' | 'updateProfile' | 'deleteAvatar' | 'setAvailability' | 'requestEmailChange' | 'confirmEmailChange'
> {
	const { store, files, passwordHasher, publicUrl } = services;

	return {
		...emailChangeHandlers(services),

		showProfile: ({ user, accessToken }) => presentProfile(store, user, accessToken),

		async updateProfile({ user, credential, accessToken, body }) {
			const { name, display_name: displayName, avatar, password, current_password = '', revoke_tokens } = body;
			const picture = avatar === undefined ? undefined : await files.findAttachable(avatar, AVATAR_RULES);
			if (password !== undefined) {
				if (!(await proveCaller(services, user, { by: credential, password: current_password })))
					throw new Problem({ code: 'PASSWORD_NOT_PROVEN' });
				await setPassword(store, passwordHasher, user, { password, by: credential, isTokenKept: !revoke_tokens });
			}
			await store.transaction(async (repositories) => {
				await nameAgent(repositories, user.id, { name, displayName });
				if (picture) await setPicture(repositories, user.id, picture, publicUrl);
			});
			return presentProfile(store, (await store.users.find(user.id)) ?? user, accessToken);
		},

		async deleteAvatar({ user, accessToken }) {
			await store.transaction((repositories) => setAvatar(repositories, user.id, ''));
			return presentProfile(store, (await store.users.find(user.id)) ?? user, accessToken);
		},

		async setAvailability({ user, accessToken, body: { account_id, availability } }) {
			const member = await store.users.findMember(account_id, user.id);
			if (!member) throw (await store.accounts.find(account_id)) ? notAuthorized() : notFound();
			await store.transaction((repositories) => changeAgent(repositories, member, { availability }));
			return presentProfile(store, user, accessToken);
		},
	};
}
