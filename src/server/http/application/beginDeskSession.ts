/** Signs a person in at the desk of the browser that asks (docs/application-api.md, The desk's session). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomToken } from '../../base/randomToken.ts';
import type { Services } from '../../services/services.ts';
import type { AccessToken, DeskSession, User } from '../../store/schema.ts';
import { deviceOf } from '../browserOf.ts';
import { setDeskToken } from '../deskRequest.ts';

interface Beginning {
	user: User;
	begunBy: DeskSession['begun_by'];
	/** The access token that was shown, with which the session ends. */
	accessToken?: AccessToken | undefined;
}

export async function beginDeskSession(
	services: Services,
	{ user, begunBy, accessToken }: Beginning,
	http: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const token = randomToken();
	await services.store.deskSessions.insert(user.id, {
		token,
		device: deviceOf(http.headers['user-agent'] ?? ''),
		begunBy,
		accessToken,
	});
	setDeskToken(services, http, reply, token);
}
