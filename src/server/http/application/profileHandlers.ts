/** The signed-in agent (docs/application-api.md, Profile and signing in). */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { Problem } from '../../base/problem.ts';
import { isFromFreshLink, setPassword } from '../../domain/setPassword.ts';
import { presentProfile } from '../../present/agentProfile.ts';
import type { Services } from '../../services/services.ts';
import type { Credential } from '../../store/credentials.ts';
import type { User } from '../../store/schema.ts';
import { signInLimits } from '../rateLimits.ts';
import type { Handlers } from '../registerRoutes.ts';
import { limitAttempts } from './limitAttempts.ts';

export function profileHandlers(
	services: Services,
): Pick<Handlers<typeof applicationRoutes>, 'showProfile' | 'updateProfile'> {
	const { store, passwordHasher } = services;

	/** Whether the caller proves to be the person: a stolen session or token alone must not be enough to set a password. */
	const isProven = async (user: User, by: Credential, password: string, ip: string): Promise<boolean> => {
		if (await isFromFreshLink(store, user.id, by)) return true;
		const hash = await store.passwords.findHash(user.id);
		const verify = async () => (await passwordHasher.verify(password, hash)) || undefined;
		return (await limitAttempts(services, signInLimits(ip, user.email), verify)) === true;
	};

	return {
		showProfile: ({ user, accessToken }) => presentProfile(store, user, accessToken),

		async updateProfile({ user, credential, accessToken, body, http }) {
			const { password, current_password = '' } = body;
			if (!(await isProven(user, credential, current_password, http.ip)))
				throw new Problem({ code: 'PASSWORD_NOT_PROVEN' });
			await setPassword(store, passwordHasher, user, { password, by: credential });
			return presentProfile(store, user, accessToken);
		},
	};
}
