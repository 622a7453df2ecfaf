/** `/desk`: the agent desk's document. A one-time login is in the fragment, which browsers do not send to servers. */
import type { FastifyInstance } from 'fastify';
import { DEFAULT_LOCALE } from '#protocol/locales.ts';
import type { Services } from '../../services/services.ts';
import { sendApp } from './appDocument.ts';
import { filesOf } from '../builtFiles.ts';
import { html } from '#markdown/html.ts';
import { appDirectives, conversationDirectives, policy } from '../securityHeaders.ts';

export function serveDeskPage(app: FastifyInstance, { store, calls, mailsLinks }: Services): void {
	app.get('/desk', async (request, reply) => {
		reply.headers({
			'Cache-Control': 'no-cache',
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': policy({
				...appDirectives(request.host),
				...conversationDirectives(calls.frameOrigin),
				// For video calls, and for the preview of the chat.
				'frame-src': `'self' ${calls.frameOrigin}`,
				'frame-ancestors': "'none'",
			}),
			'Cross-Origin-Opener-Policy': 'same-origin',
			'X-Frame-Options': 'DENY',
		});
		return sendApp(reply, {
			title: 'Agent desk',
			locale: DEFAULT_LOCALE,
			files: filesOf('src/desk/main.ts'),
			head: html`<meta name="color-scheme" content="light dark" />
				${(await store.users.hasAdministrator()) ? '' : html`<meta name="first-run" content="open" />`}
				${mailsLinks ? html`<meta name="login-links" content="mailed" />` : ''}
				<link rel="icon" href="data:," />`,
		});
	});
}
