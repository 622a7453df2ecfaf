/**
 * Signing in and out: the desk gets a session in a cookie, other clients get a token (docs/application-api.md, Profile and
 * signing in).
 */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { hashToken } from '../../base/randomToken.ts';
import { isInTeam } from '../../domain/agents.ts';
import { endDeskSession, endDeskSessions } from '../../domain/endDeskSessions.ts';
import { createSignInToken } from '../../domain/signIn.ts';
import { presentDeskSession } from '../../present/deskSession.ts';
import { presentProfile } from '../../present/agentProfile.ts';
import type { Services } from '../../services/services.ts';
import type { AccessToken, DeskSession, User } from '../../store/schema.ts';
import { isFromDesk, setDeskToken } from '../deskRequest.ts';
import { signInLimits } from '../rateLimits.ts';
import { refuse, wrongCredentials } from '../httpError.ts';
import type { Handlers } from '../registerRoutes.ts';
import { signedInHeaders } from '../signedInHeaders.ts';
import { findOwnAgent } from './administrators.ts';
import { beginDeskSession } from './beginDeskSession.ts';
import { firstRunHandlers } from './firstRunHandlers.ts';
import { limitAttempts } from './limitAttempts.ts';

type SignInHandlers = Pick<
	Handlers<typeof applicationRoutes>,
	| 'createFirstAdministrator'
	| 'signIn'
	| 'createDeskSession'
	| 'signOut'
	| 'listDeskSessions'
	| 'endDeskSession'
	| 'endAgentDeskSessions'
>;

type Shown = { email: string; password: string } | { email: string; sso_auth_token: string } | { access_token: string };

interface Known {
	user: User;
	/** Where that was shown. */
	accessToken?: AccessToken | undefined;
}

function kindOf(shown: Shown): DeskSession['begun_by'] {
	if ('access_token' in shown) return 'token';
	return 'password' in shown ? 'password' : 'link';
}

export function signInHandlers(services: Services): SignInHandlers {
	const { store } = services;

	const findKnown = async (shown: Shown): Promise<Known | undefined> => {
		if ('access_token' in shown) {
			const accessToken = await store.accessTokens.findByToken(shown.access_token);
			const owner =
				accessToken && accessToken.user_id !== null ? await store.users.find(accessToken.user_id) : undefined;
			return owner && { user: owner, accessToken };
		}
		const user = await store.users.findByEmail(shown.email);
		if ('password' in shown) {
			// The same work for an unknown address, so that the response time does not reveal whether it is known.
			const hash = user && (await store.passwords.findHash(user.id));
			return (await services.passwordHasher.verify(shown.password, hash)) && user ? { user } : undefined;
		}
		return user && (await store.signInTokens.spend(hashToken(shown.sso_auth_token), user.id)) ? { user } : undefined;
	};

	/** Throws when this address has tried too often, or when the credentials are wrong. */
	const letIn = async (ip: string, shown: Shown): Promise<Known> => {
		const limits = signInLimits(ip, 'password' in shown ? shown.email : undefined);
		const known = await limitAttempts(services, limits, async () => {
			const found = await findKnown(shown);
			// A person who is in no team any more cannot sign in.
			return found && (await isInTeam(store, found.user.id)) ? found : undefined;
		});
		if (known) return known;
		throw wrongCredentials();
	};

	return {
		...firstRunHandlers(services),

		async signIn({ body, http, reply }) {
			const { user } = await letIn(http.ip, body);
			const { token, row } = await store.transaction((repositories) => createSignInToken(repositories, user.id));
			reply.headers(signedInHeaders(user, token, row));
			return { data: await presentProfile(store, user, token) };
		},

		async createDeskSession({ body, http, reply }) {
			if (!isFromDesk(services, http)) throw refuse(403, 'Only the desk signs in here');
			const { user, accessToken } = await letIn(http.ip, body);
			await beginDeskSession(services, { user, begunBy: kindOf(body), accessToken }, http, reply);
			return presentProfile(store, user, undefined);
		},

		async signOut({ user, credential: { kind, id }, http, reply }) {
			if (kind === 'token') await store.accessTokens.delete({ user_id: user.id }, id);
			else await store.deskSessions.delete(user.id, id);
			if (kind === 'session') setDeskToken(services, http, reply, null);
			return { success: true };
		},

		async listDeskSessions({ user, credential: { kind, id } }) {
			const sessions = await store.deskSessions.list(user.id);
			return { payload: sessions.map((row) => presentDeskSession(row, kind === 'session' && row.id === id)) };
		},

		async endDeskSession({ user, params }) {
			await store.transaction((repositories) => endDeskSession(repositories, user.id, params.id));
		},

		async endAgentDeskSessions({ member, params }) {
			const userId = await findOwnAgent(store, member, params.user_id);
			await store.transaction((repositories) => endDeskSessions(repositories, userId));
		},
	};
}
