/** `/widget`: the document in the frame (docs/wire.md, The widget page). Looking at it creates no contact. */
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { WidgetPageQuery, type VisitorSession, type WidgetPage } from '#protocol/channel.ts';
import { acceptedLanguages } from '../../language/acceptedLanguages.ts';
import { msg, type Text } from '../../language/msg.ts';
import { chooseLocale, say } from '../../language/say.ts';
import { presentChannel } from '../../present/channel.ts';
import { findCurrentConversation } from '../../domain/visitor.ts';
import type { Services } from '../../services/services.ts';
import type { ContactInbox } from '../../store/schema.ts';
import { sendApp } from './appDocument.ts';
import { filesOf, importsOf, modulesOf } from '../builtFiles.ts';
import { html, jsonBlock } from '../../base/html.ts';
import { messageDocument } from './messageDocument.ts';
import { ancestorsOf, appDirectives, conversationDirectives, policy } from '../securityHeaders.ts';

/** What the browser paints before any style sheet is there. A frame of another scheme than its element is painted white. */
const SCHEMES = { light: 'light', dark: 'dark', auto: 'light dark' } as const;

const MAIN = 'src/widget/app/main.ts';
const VIEW = 'src/widget/app/view.tsx';
/** What these import the browser learns only when something has arrived, or has been drawn. */
const SOCKET = 'src/client/socketIo.ts';
const MESSAGES = 'src/widget/screens/conversation/MessageList.tsx';

/** A query that is not understood is none: the page still opens. */
const LenientQuery = v.fallback(WidgetPageQuery, { website_token: '' });

export function serveWidgetPage(app: FastifyInstance, services: Services): void {
	const { store, readConfiguration, visitorTokens, calls, globalConfig } = services;
	const presentSession = async (session: ContactInbox): Promise<VisitorSession> => {
		const { identifier } = await store.contacts.find(session.contact_id);
		const authToken = await visitorTokens.sign(session);
		return { authToken, pubsubToken: session.pubsub_token, ...(identifier !== null && { identifier }) };
	};

	app.get('/widget', async (request, reply) => {
		// The page carries a session's tokens: no cache may keep it.
		reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' });
		const query = v.parse(LenientQuery, request.query);
		const channel = await (await readConfiguration()).findChannel(store, query.website_token);
		// The site's developer is to see why nothing appears.
		const refuse = (status: number, ...texts: Text[]) => {
			const spoken = chooseLocale(query.locale, ...acceptedLanguages(request.headers['accept-language']));
			return reply
				.code(status)
				.header('Content-Security-Policy', policy({ 'default-src': "'none'" }))
				.send(
					messageDocument(
						spoken,
						say(spoken, msg`This chat is not available`),
						texts.map((text) => say(spoken, text)),
					),
				);
		};
		if (!channel) {
			return refuse(
				404,
				msg`The web widget does not exist: no channel of this server has the website token that the page gives.`,
				msg`Compare the website-token attribute of the page with the token of your channel.`,
			);
		}
		if (channel.account.status === 'suspended') return refuse(401, msg`Account is suspended`);

		const session = await visitorTokens.findSession(store, channel, query.cw_conversation);
		const page: WidgetPage = {
			channel: presentChannel(channel),
			globalConfig,
			cable: 'socket.io',
			hasCampaigns: await store.campaigns.hasEnabled(channel.inbox.id),
			session: session ? await presentSession(session) : null,
			hasConversation: session !== undefined && (await findCurrentConversation(store, session)) !== undefined,
		};
		const locale = chooseLocale(query.locale, channel.inbox.locale);
		const listening = [`locales/${locale}/messages.po?widget`, ...(session ? [SOCKET] : [])];
		const shown = [VIEW, ...(page.hasConversation ? [MESSAGES] : [])];
		const isOpen = query.view === 'open';
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
			head: html`<meta
				name="color-scheme"
				content="${SCHEMES[query.color_scheme ?? (query.origin === undefined ? 'auto' : 'light')]}"
			/>`,
			isHidden: query.view === 'closed',
			files: filesOf(MAIN, ...listening, ...(isOpen ? shown : [])),
			later: isOpen ? [] : modulesOf(...shown),
			// React above all. Who has never written is as likely as not to leave the chat closed.
			ahead: session ? importsOf(VIEW) : [],
			data: html`<script type="application/json" id="widget-page">
				${jsonBlock(page)}
			</script>`,
		});
	});
}
