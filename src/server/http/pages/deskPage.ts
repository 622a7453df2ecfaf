/**
 * `/desk`: the agent desk's document. A one-time login is in the fragment, which browsers do not
 * send to servers.
 */
import type { FastifyInstance } from 'fastify';
import { DEFAULT_LOCALE } from '#protocol/base/locales.ts';
import type { Services } from '../../services/services.ts';
import { sendApp } from './appDocument.ts';
import { filesOf } from '../routing/builtFiles.ts';
import { html } from '#markdown/html.ts';
import { DESK_COLORS, DESK_MANIFEST } from './installableDesk.ts';
import { appDirectives, conversationDirectives, policy } from '../routing/securityHeaders.ts';

export function serveDeskPage(app: FastifyInstance, { store, calls, readMail, globalConfig }: Services): void {
	app.get('/desk', { config: { hasETag: true } }, async (request, reply) => {
		reply.headers({
			'Cache-Control': 'no-cache',
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': policy({
				...appDirectives(request.host),
				...conversationDirectives(calls.frameOrigin),
				// For video calls, and for the preview of the chat.
				'frame-src': `'self' ${calls.frameOrigin}`,
				'frame-ancestors': "'none'",
				'manifest-src': "'self'",
				'worker-src': "'self'",
			}),
			'Cross-Origin-Opener-Policy': 'same-origin',
			'X-Frame-Options': 'DENY',
		});
		const { isSent, mailsLinks } = await readMail();
		return sendApp(reply, {
			title: 'Agent desk',
			locale: DEFAULT_LOCALE,
			files: filesOf('src/desk/main.ts'),
			head: html`<meta name="color-scheme" content="light dark" />
				<meta name="application-name" content="${globalConfig.INSTALLATION_NAME || globalConfig.BRAND_NAME}" />
				${(await store.users.hasAdministrator()) ? '' : html`<meta name="first-run" content="open" />`}
				${mailsLinks ? html`<meta name="login-links" content="mailed" />` : ''}
				${isSent ? html`<meta name="mails" content="sent" />` : ''}
				<meta name="theme-color" content="${DESK_COLORS.light}" media="(prefers-color-scheme: light)" />
				<meta name="theme-color" content="${DESK_COLORS.dark}" media="(prefers-color-scheme: dark)" />
				<link rel="manifest" href="${DESK_MANIFEST}" />
				<link rel="icon" href="/desk/icon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/desk/icon-180.png" />`,
		});
	});
}
