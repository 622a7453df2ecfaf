/** Mails that a mail server posts as they came (docs/operating.md, Answers by mail). */
import type { FastifyRequest } from 'fastify';
import type { incomingMailRoutes } from '#protocol/incomingMailRoutes.ts';
import { isSameSecret } from '../../base/isSameSecret.ts';
import { MAIL_MAX } from '../../mail/received/readMail.ts';
import { receiveMail } from '../../services/receiveMail.ts';
import type { Services } from '../../services/services.ts';
import { HttpError, invalid, refuse } from '../routing/httpError.ts';
import type { RouteOptions } from '../routing/rateLimits.ts';
import type { Handlers } from '../routing/registerRoutes.ts';

export function incomingMailHandlers(services: Services): Handlers<typeof incomingMailRoutes> {
	return {
		async receiveMail({ http: { body, log } }) {
			if (!Buffer.isBuffer(body))
				throw new HttpError(415, { message: 'Unsupported Media Type: message/rfc822 is needed', attributes: ['body'] });
			const { outcome, says } = await receiveMail(services, body);
			log.info({ outcome, says }, 'mail received');
			if (outcome === 'refused') throw invalid(says, ['body']);
		},
	};
}

/** `token`: `MAIL_TOKEN`. Strangers are refused before what they send is read. */
export function incomingMailOptions(token: string): RouteOptions<typeof incomingMailRoutes> {
	return {
		receiveMail: {
			bodyLimit: MAIL_MAX,
			onRequest: async (request, reply) => {
				if (isSameSecret(presented(request), token)) return;
				reply.header('WWW-Authenticate', 'Bearer, Basic');
				throw refuse(401, 'Invalid Access Token');
			},
		},
	};
}

function presented({ headers: { authorization = '' } }: FastifyRequest): string {
	const [scheme = '', value = ''] = authorization.split(' ');
	if (scheme.toLowerCase() !== 'basic') return scheme.toLowerCase() === 'bearer' ? value : '';
	return Buffer.from(value, 'base64')
		.toString()
		.replace(/^[^:]*:/, '');
}
