/** What anybody may ask. */
import type { FastifyReply } from 'fastify';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import { refuse } from './http/refusal.ts';
import type { Handlers, RouteOptions } from './http/registerRoutes.ts';
import { allowEveryOrigin } from './pages/securityHeaders.ts';
import { presentChannelLook } from './present/channel.ts';
import type { Services } from './services.ts';

export function publicHandlers({ store }: Services): Handlers<typeof publicRoutes> {
	return {
		showChannel: async ({ channel }) => presentChannelLook(channel),

		async healthz() {
			try {
				await store.check();
			} catch {
				throw refuse(503, 'The database does not answer');
			}
			return { status: 'ok', database: store.database };
		},
	};
}

/** A changed colour shows on all pages after this many seconds. */
const CHANNEL_MAX_AGE = 60;

export const publicRouteOptions: RouteOptions<typeof publicRoutes> = {
	showChannel: {
		config: { hasETag: true },
		onRequest: async (_request: unknown, reply: FastifyReply) => {
			allowEveryOrigin(reply);
			reply.header('Cache-Control', `public, max-age=${CHANNEL_MAX_AGE}`);
		},
	},
};
