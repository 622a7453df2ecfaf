/** The signed-in agent (docs/application-api.md, Profile and signing in). */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { presentProfile } from '../../present/presentProfile.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../registerRoutes.ts';

export function profileHandlers({ store }: Services): Pick<Handlers<typeof applicationRoutes>, 'showProfile'> {
	return {
		showProfile: ({ user, accessToken }) => presentProfile(store, user, accessToken),
	};
}
