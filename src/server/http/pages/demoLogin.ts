/**
 * The demo page's link into the desk, which signs the demo's agent in without the printed login
 * link. Only the try-out serves it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createLoginLink } from '../../domain/people/loginLink.ts';
import type { Repositories } from '../../store/store.ts';

export const DEMO_AGENT = 'ada@example.com';

/**
 * Names of this machine. A request with any other name may come from a site whose own name leads
 * here (DNS rebinding).
 */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function serveDemoLogin(app: FastifyInstance, store: Repositories): void {
	app.get('/demo-desk', async (request, reply) => {
		reply.headers({ 'Cache-Control': 'no-store', Vary: 'Sec-Fetch-Site' });
		const agent = isFromOwnPage(request) ? await store.users.findByEmail(DEMO_AGENT) : undefined;
		return reply.redirect(agent ? await createLoginLink(store, agent, '') : '/desk');
	});
}

/**
 * Whether a link on one of our pages led here. Links and forms of other sites lead to the desk
 * without signing in.
 */
function isFromOwnPage({ headers, host }: FastifyRequest): boolean {
	return headers['sec-fetch-site'] === 'same-origin' && LOOPBACK.has(host.replace(/:\d+$/, ''));
}
