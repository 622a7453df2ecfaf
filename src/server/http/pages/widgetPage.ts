/** `/widget`: the document in the frame (design section 5; wire-contract 4.1). Looking at it creates no contact. */
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { WidgetPageQuery, type VisitorSession, type WidgetPage } from '#protocol/channel.ts';
import { DEFAULT_LOCALE, selectLocale } from '#protocol/locales.ts';
import { presentChannel } from '../present/channel.ts';
import type { Services } from '../services.ts';
import type { ContactInbox } from '../store/schema.ts';
import { sendApp } from './appDocument.ts';
import { filesOf } from './builtFiles.ts';
import { html, jsonBlock } from './html.ts';
import { messageDocument } from './messageDocument.ts';
import { ancestorsOf, appDirectives, conversationDirectives, policy } from './securityHeaders.ts';

/** What the browser paints before any style sheet is there. A frame of another scheme than its element is painted white. */
const SCHEMES = { light: 'light', dark: 'dark', auto: 'light dark' } as const;

/** A query that is not understood is none: the page still opens. */
const LenientQuery = v.fallback(WidgetPageQuery, { website_token: '' });

export function serveWidgetPage(app: FastifyInstance, services: Services): void {
	const { store, visitorTokens, calls, globalConfig } = services;
	const presentSession = async (session: ContactInbox): Promise<VisitorSession> => {
		const { identifier } = await store.contacts.find(session.contact_id);
		const authToken = await visitorTokens.sign(session);
		return { authToken, pubsubToken: session.pubsub_token, ...(identifier !== null && { identifier }) };
	};

	app.get('/widget', async (request, reply) => {
		// It carries a session's tokens: nobody but this browser, and not for later.
		reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' });
		const query = v.parse(LenientQuery, request.query);
		const channel = await store.channels.findByWebsiteToken(query.website_token);
		// Whoever embeds a channel that is not there is to see why.
		const refuse = (status: number, ...paragraphs: string[]) =>
			reply
				.code(status)
				.header('Content-Security-Policy', policy({ 'default-src': "'none'" }))
				.send(messageDocument('This chat is not available', paragraphs));
		if (!channel) {
			return refuse(
				404,
				'The web widget does not exist: no channel of this server has the website token that the page gives.',
				'Compare the website-token attribute of the page with the token of your channel.',
			);
		}
		if (channel.account.status === 'suspended') return refuse(401, 'Account is suspended');

		const session = await visitorTokens.findSession(store, channel, query.cw_conversation);
		const page: WidgetPage = {
			channel: presentChannel(channel),
			globalConfig,
			cable: 'socket.io',
			hasCampaigns: await store.campaigns.hasEnabled(channel.inbox.id),
			session: session ? await presentSession(session) : null,
		};
		const locale = selectLocale(query.locale) ?? selectLocale(channel.inbox.locale) ?? DEFAULT_LOCALE;
		const shownFirst = query.view === 'open' ? ['src/widget/app/view.tsx', `locales/${locale}/messages.po?widget`] : [];
		reply.headers({
			'Content-Security-Policy': policy({
				...appDirectives(request.host),
				...conversationDirectives(calls.frameOrigin),
				// A call, and the help centre's articles.
				'frame-src': `'self' ${calls.frameOrigin}`,
				'frame-ancestors': ancestorsOf([channel.widget.allowed_domains]),
			}),
			'Cross-Origin-Resource-Policy': 'cross-origin',
			// The address holds the visitor's token.
			'Referrer-Policy': 'no-referrer',
		});
		return sendApp(reply, {
			title: [channel.inbox.name, globalConfig.INSTALLATION_NAME].filter(Boolean).join(' – '),
			locale,
			isHidden: query.view === 'closed',
			head: html`<meta
				name="color-scheme"
				content="${SCHEMES[query.color_scheme ?? (query.origin === undefined ? 'auto' : 'light')]}"
			/>`,
			files: filesOf('src/widget/app/main.ts', ...shownFirst),
			data: html`<script type="application/json" id="widget-page">
				${jsonBlock(page)}
			</script>`,
		});
	});
}
