/**
 * The first administrator of a server, by the link that it prints (docs/operating.md, Starting).
 */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { actingAs } from '../../base/actor.ts';
import { checkPassword } from '../../domain/people/checkPassword.ts';
import { addFirstAdministrator, canSetUp } from '../../domain/people/firstRun.ts';
import { presentProfile } from '../../present/agentProfile.ts';
import type { Services } from '../../services/services.ts';
import { isFromDesk, setDeskToken, setDevice } from '../routing/deskRequest.ts';
import { linkAttemptLimits } from '../routing/rateLimits.ts';
import { refuse, wrongCredentials } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { beginDeskSession } from './beginDeskSession.ts';
import { limitAttempts } from './limitAttempts.ts';

export function firstRunHandlers(
	services: Services,
): Pick<Handlers<typeof applicationRoutes>, 'createFirstAdministrator'> {
	const { store, passwordHasher } = services;
	return {
		async createFirstAdministrator({ body: { token, name, email, password }, http, reply }) {
			if (!isFromDesk(services, http)) throw refuse(403, 'Only the desk signs in here');
			// Before the password is judged and hashed, which is work that only a caller with the
			// link may cause.
			const isValid = await limitAttempts(services, linkAttemptLimits(http.ip), async () =>
				(await canSetUp(store, token)) ? true : undefined,
			);
			if (!isValid) throw wrongCredentials();
			checkPassword(password, { name, email });
			const passwordHash = await passwordHasher.hash(password);
			const user = await actingAs({ type: 'User', id: null, name: email, address: http.ip }, () =>
				store.transaction((repositories) => addFirstAdministrator(repositories, token, { name, email, passwordHash })),
			);
			if (!user) throw wrongCredentials();
			setDeskToken(services, http, reply, await beginDeskSession(store, { user, begunBy: 'password' }, http));
			setDevice(services, http, reply, user.email);
			return presentProfile(store, user, undefined);
		},
	};
}
