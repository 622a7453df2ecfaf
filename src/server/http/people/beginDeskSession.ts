/**
 * Signs a person in at the desk of the browser that asks (docs/application-api.md, The desk's
 * session).
 */
import type { FastifyRequest } from 'fastify';
import { randomToken } from '../../base/randomToken.ts';
import type { AccessToken, DeskSession, User } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import { deviceOf } from '../routing/browserOf.ts';

interface Beginning {
	user: User;
	begunBy: DeskSession['begun_by'];
	/** The access token that was shown, with which the session ends. */
	accessToken?: AccessToken | undefined;
}

/** Resolves with the session's token, for the cookie. */
export async function beginDeskSession(
	{ deskSessions }: Repositories,
	{ user, begunBy, accessToken }: Beginning,
	http: FastifyRequest,
): Promise<string> {
	const token = randomToken();
	const device = deviceOf(http.headers['user-agent'] ?? '');
	await deskSessions.insert(user.id, { token, device, begunBy, accessToken });
	return token;
}
