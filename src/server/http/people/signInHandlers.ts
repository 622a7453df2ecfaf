/**
 * Signing in and out: the desk gets a session in a cookie, other clients get a token
 * (docs/application-api.md, Profile and signing in).
 */
import type { FastifyRequest } from 'fastify';
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { hashToken } from '../../base/randomToken.ts';
import { isInTeam } from '../../domain/people/agents.ts';
import { endDeskSession, endDeskSessions } from '../../domain/people/endDeskSessions.ts';
import { createSignInToken } from '../../domain/people/signIn.ts';
import { presentDeskSession } from '../../present/deskSession.ts';
import { presentProfile } from '../../present/agentProfile.ts';
import type { Services } from '../../services/services.ts';
import type { AccessToken, DeskSession, User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { isFromDesk, setDeskToken, setDevice } from '../routing/deskRequest.ts';
import { knownDeviceLimits, linkAttemptLimits, passwordLimits } from '../routing/rateLimits.ts';
import { refuse, wrongCredentials } from '../routing/httpError.ts';
import type { Handlers } from '../routing/registerRoutes.ts';
import { signedInHeaders } from '../routing/signedInHeaders.ts';
import { findOwnAgent } from './ownAgent.ts';
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
	/** Uses what was shown. False where it has been ended since it was read. */
	spend(repositories: Repositories): Promise<boolean>;
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
			const spend = async ({ accessTokens }: Repositories) =>
				(await accessTokens.findByToken(shown.access_token)) !== undefined;
			return owner && { user: owner, accessToken, spend };
		}
		const user = await store.users.findByEmail(shown.email);
		if ('password' in shown) {
			// The same work for an unknown address, so that the response time does not reveal
			// whether it is known.
			const hash = user && (await store.passwords.findHash(user.id));
			const spend = async ({ passwords }: Repositories) => !!user && (await passwords.findHash(user.id)) === hash;
			return (await services.passwordHasher.verify(shown.password, hash)) && user ? { user, spend } : undefined;
		}
		const spend = async ({ signInTokens }: Repositories) =>
			!!user && signInTokens.spend(hashToken(shown.sso_auth_token), user.id);
		return user && { user, spend };
	};

	const limitsOf = (http: FastifyRequest, shown: Shown) => {
		if (!('password' in shown)) return linkAttemptLimits(http.ip);
		const device = services.deviceCookie.read(http.headers.cookie, shown.email);
		return device === undefined ? passwordLimits(http.ip, shown.email) : knownDeviceLimits(device);
	};

	/**
	 * Signs the person in by `enter`. Throws when this address has tried too often, or when what
	 * was shown is wrong, also when it has been ended since it was read: nothing that it begins may
	 * outlast that.
	 */
	const letIn = async <T>(
		http: FastifyRequest,
		shown: Shown,
		enter: (repositories: Repositories, known: Known) => Promise<T>,
	): Promise<T & Known> => {
		const limits = limitsOf(http, shown);
		const entered = await limitAttempts(services, limits, async () => {
			const known = await findKnown(shown);
			return (
				known &&
				store.transaction(async (repositories) => {
					await repositories.users.lock(known.user.id);
					// A person who is in no team any more cannot sign in.
					const isGood = (await known.spend(repositories)) && (await isInTeam(repositories, known.user.id));
					return isGood ? { ...(await enter(repositories, known)), ...known } : undefined;
				})
			);
		});
		if (entered) return entered;
		throw wrongCredentials();
	};

	return {
		...firstRunHandlers(services),

		async signIn({ body, http, reply }) {
			const { user, token, row } = await letIn(http, body, (repositories, known) =>
				createSignInToken(repositories, known.user.id),
			);
			reply.headers(signedInHeaders(user, token, row));
			return { data: await presentProfile(store, user, token) };
		},

		async createDeskSession({ body, http, reply }) {
			if (!isFromDesk(services, http)) throw refuse(403, 'Only the desk signs in here');
			const { user, token } = await letIn(http, body, async (repositories, known) => ({
				token: await beginDeskSession(repositories, { ...known, begunBy: kindOf(body) }, http),
			}));
			setDeskToken(services, http, reply, token);
			setDevice(services, http, reply, user.email);
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

		async endAgentDeskSessions({ account, params }) {
			const userId = await findOwnAgent(store, account.id, params.user_id);
			await store.transaction((repositories) => endDeskSessions(repositories, userId));
		},
	};
}
