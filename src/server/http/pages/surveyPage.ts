/**
 * `/survey/responses/:uuid`: the page to which mails link for rating a conversation (docs/wire.md,
 * Survey). It loads the survey itself.
 */
import type { FastifyInstance } from 'fastify';
import { DEFAULT_LOCALE } from '#protocol/base/locales.ts';
import { sendApp } from './appDocument.ts';
import { filesOf } from '../routing/builtFiles.ts';
import { html } from '#markdown/html.ts';
import { appDirectives, policy } from '../routing/securityHeaders.ts';

export function serveSurveyPage(app: FastifyInstance): void {
	app.get('/survey/responses/:uuid', async (request, reply) => {
		reply.headers({
			'Cache-Control': 'no-cache',
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': policy({ ...appDirectives(request.host), 'frame-ancestors': "'none'" }),
			'Cross-Origin-Opener-Policy': 'same-origin',
			// The address is the permission to rate, so other sites must not learn it.
			'Referrer-Policy': 'no-referrer',
			'X-Frame-Options': 'DENY',
			'X-Robots-Tag': 'noindex',
		});
		return sendApp(reply, {
			title: 'Rate your conversation',
			locale: DEFAULT_LOCALE,
			files: filesOf('src/survey/main.ts'),
			head: html`<meta name="color-scheme" content="light dark" /><link rel="icon" href="data:," />`,
		});
	});
}
