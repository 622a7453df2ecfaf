/** The demo page's way into the desk: logs the demo's agent in, without a printed link. Served by the try-out alone. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createLoginLink } from '../../domain/loginLink.ts';
import type { Repositories } from '../../store/store.ts';

export const DEMO_AGENT = 'ada@example.com';

/** Names of this machine. Any other would be a site that has made its own name lead here. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function serveDemoLogin(app: FastifyInstance, store: Repositories): void {
	app.get('/demo-desk', async (request, reply) => {
		reply.headers({ 'Cache-Control': 'no-store', Vary: 'Sec-Fetch-Site' });
		const agent = isFromOwnPage(request) ? await store.users.findByEmail(DEMO_AGENT) : undefined;
		return reply.redirect(agent ? await createLoginLink(store, agent, '') : '/desk');
	});
}

/** By a link of one of our pages, on this machine; other sites' links and forms lead to the desk without a login. */
function isFromOwnPage({ headers, host }: FastifyRequest): boolean {
	return headers['sec-fetch-site'] === 'same-origin' && LOOPBACK.has(host.replace(/:\d+$/, ''));
}
