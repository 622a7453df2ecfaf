/**
 * `/widget`: the frame's document (docs/wire.md, The widget page). Loading it creates no contact.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { WidgetPageQuery, type VisitorSession, type WidgetPage } from '#protocol/entities/channel.ts';
import { acceptedLanguages } from '../../language/acceptedLanguages.ts';
import { msg, type Text } from '../../language/msg.ts';
import { chooseLocale, translate } from '../../language/translate.ts';
import { presentChannel } from '../../present/channel.ts';
import { fillOutOfOffice } from '../../domain/messages/fillOutOfOffice.ts';
import { channelIn } from '../../domain/translations/translations.ts';
import { textsOfFrame } from '../../domain/websites/ownTexts.ts';
import { findCurrentConversation, isProofOver } from '../../domain/contacts/visitor.ts';
import type { Services } from '../../services/services.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { ContactInbox } from '../../store/tables/schema.ts';
import { sendApp } from './appDocument.ts';
import { filesOf, importsOf, modulesOf } from '../routing/builtFiles.ts';
import { html, jsonBlock } from '#markdown/html.ts';
import { messageDocument } from './messageDocument.ts';
import { ancestorsOf, appDirectives, conversationDirectives, policy, withCaptcha } from '../routing/securityHeaders.ts';

/**
 * The colour scheme before any style sheet has loaded: browsers paint a frame white whose scheme
 * differs from its element's.
 */
const SCHEMES = { light: 'light', dark: 'dark', auto: 'light dark' } as const;

const MAIN = 'src/widget/app/main.ts';
/** Home's choice of topics. */
const TOPICS = 'src/widget/screens/home/TopicsView.tsx';
const VIEW = 'src/widget/app/view/view.tsx';
/**
 * The browser would only discover the imports of these modules once others have loaded or drawn.
 */
const SOCKET = 'src/client/socketIo.ts';
const MESSAGES = 'src/widget/screens/conversation/History.tsx';
const OWN_TEXTS = 'src/widget/features/language/ownTexts.ts';

/** Each invalid parameter counts as missing, so that the page still opens. */
export const LenientQuery = v.object({
	...WidgetPageQuery.entries,
	website_token: v.fallback(WidgetPageQuery.entries.website_token, ''),
	view: v.fallback(WidgetPageQuery.entries.view, undefined),
	color_scheme: v.fallback(WidgetPageQuery.entries.color_scheme, undefined),
});

export function serveWidgetPage(app: FastifyInstance, services: Services): void {
	const { store, readConfiguration, visitorTokens } = services;

	app.get('/widget', async (request, reply) => {
		// The page contains a session's tokens, so no cache may store it.
		reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' });
		const query = v.parse(LenientQuery, request.query);
		const channel = await (await readConfiguration()).findChannel(store, query.website_token);
		// The text is for the site's developer, who has to find out why nothing appears.
		const refuse = (status: number, ...texts: Text[]) => {
			const spoken = chooseLocale(query.locale, ...acceptedLanguages(request.headers['accept-language']));
			return reply
				.code(status)
				.header('Content-Security-Policy', policy({ 'default-src': "'none'" }))
				.send(
					messageDocument(
						spoken,
						translate(spoken, msg`This chat is not available`),
						texts.map((text) => translate(spoken, text)),
					),
				);
		};
		if (!channel) {
			return refuse(
				404,
				msg`The web widget does not exist: no website of this server has the website token that the page gives.`,
				msg`Compare the website-token attribute of the page with the token of your website.`,
			);
		}
		if (channel.account.status === 'suspended') return refuse(401, msg`Account is suspended`);

		const known = await visitorTokens.findSession(store, channel, query.cw_conversation);
		const session = known && !isProofOver(known) ? known : undefined;
		return sendWidget(services, request, reply, {
			query,
			channel,
			visitor: session,
			hasConversation: session !== undefined && (await findCurrentConversation(store, session)) !== undefined,
			hasCampaigns: await store.campaigns.hasEnabled(channel.inbox.id),
			directives: {},
		});
	});
}

/** The session with the tokens that give access to it. */
export async function presentSession(
	{ store, visitorTokens }: Services,
	session: ContactInbox,
): Promise<VisitorSession> {
	const { identifier } = await store.contacts.find(session.contact_id);
	const authToken = await visitorTokens.sign(session);
	return { authToken, pubsubToken: session.pubsub_token, ...(identifier !== null && { identifier }) };
}

export interface ShownWidget extends Pick<WidgetPage, 'hasConversation' | 'hasCampaigns'> {
	query: WidgetPageQuery;
	channel: Channel;
	/** The visitor's session; undefined for a new one. */
	visitor: ContactInbox | undefined;
	/** In place of those that the frame has otherwise. */
	directives: Record<string, string>;
}

/** Answers with the frame's document. */
export async function sendWidget(
	services: Services,
	request: FastifyRequest,
	reply: FastifyReply,
	{ query, channel: written, visitor, hasConversation, hasCampaigns, directives }: ShownWidget,
): Promise<FastifyReply> {
	const { store, calls, readGlobalConfig } = services;
	const globalConfig = await readGlobalConfig();
	const channel = channelIn(written, query.locale);
	const locale = chooseLocale(query.locale, channel.inbox.locale);
	const session = visitor ? await presentSession(services, visitor) : null;
	const outOfOfficeMessage = await fillOutOfOffice(store, channel, visitor);
	const texts = textsOfFrame(channel.widget.texts, locale);
	const page: WidgetPage = {
		channel: { ...presentChannel(channel, globalConfig.TRANSCRIPTS_ENABLED), outOfOfficeMessage },
		...(texts && { texts: { [locale]: texts } }),
		globalConfig,
		cable: 'socket.io',
		hasCampaigns,
		session,
		hasConversation,
	};
	const listening = [`catalogs:widget/${locale}`, ...(texts ? [OWN_TEXTS] : []), ...(session ? [SOCKET] : [])];
	const choice = page.channel.topics ? [TOPICS] : [];
	const shown = [VIEW, ...(page.hasConversation ? [MESSAGES] : choice)];
	const isOpen = query.view === 'open' || query.view === 'expected';
	reply.headers({
		'Content-Security-Policy': policy(
			withCaptcha(
				{
					...appDirectives(request.host),
					...conversationDirectives(calls.frameOrigin),
					// For video calls, and for the help centre's articles.
					'frame-src': `'self' ${calls.frameOrigin}`,
					// The page's font, and nothing that would load by itself.
					'font-src': ["'self'", ...(channel.widget.font_origins ?? [])].join(' '),
					'frame-ancestors': ancestorsOf([channel.widget.allowed_domains]),
					...directives,
				},
				page.channel.captcha?.provider,
			),
		),
		'Cross-Origin-Resource-Policy': 'cross-origin',
		// The address contains the visitor's token. A provider of challenges may ask which site it
		// is that shows one.
		'Referrer-Policy': page.channel.captcha ? 'strict-origin' : 'no-referrer',
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
		// Above all React. A visitor who has never written may well not open the chat, so nothing
		// is fetched for them.
		ahead: session ? importsOf(VIEW) : [],
		data: html`<script type="application/json" id="widget-page">
			${jsonBlock(page)}
		</script>`,
	});
}
