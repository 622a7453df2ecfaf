/** The handlers of routes without authentication. */
import type { FastifyReply } from 'fastify';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import { isTeamOnline } from './websites/listAgentsOf.ts';
import { readPage } from './routing/readPage.ts';
import { healthHandlers } from './healthHandlers.ts';
import { surveyHandlers } from './reports/surveyHandlers.ts';
import { notFound } from './routing/httpError.ts';
import { publicLimits, type RouteOptions } from './routing/rateLimits.ts';
import type { Handlers } from './routing/registerRoutes.ts';
import { takeSearch } from './helpCentre/takeSearch.ts';
import { allowEveryOrigin } from './routing/crossOrigin.ts';
import { presentArticles } from '../present/article.ts';
import { presentChannelLook, presentChannelTexts } from '../present/channel.ts';
import { fillOutOfOffice } from '../domain/messages/fillOutOfOffice.ts';
import { findBest } from '../domain/helpCentre/findBest.ts';
import { findPortal, pageOf } from '../domain/helpCentre/helpCentre.ts';
import { textsOfFrame } from '../domain/websites/ownTexts.ts';
import { notePage } from '../services/notePage.ts';
import type { Services } from '../services/services.ts';

export function publicHandlers(services: Services): Handlers<typeof publicRoutes> {
	const { store } = services;
	return {
		async showChannel({ channel, http }) {
			// The page does not wait for what only its owner wants to know.
			notePage(services, channel, http.headers.origin ?? http.headers.referer).catch((error: unknown) =>
				http.log.warn({ err: error }, 'page not noted'),
			);
			const hasCampaigns = await store.campaigns.hasEnabled(channel.inbox.id);
			return presentChannelLook(channel, hasCampaigns, await isTeamOnline(services, channel));
		},

		async showTexts({ channel, query }) {
			return textsOfFrame(channel.widget.texts, query.locale) ?? {};
		},

		async showChannelTexts({ channel }) {
			const outOfOfficeMessage = await fillOutOfOffice(store, channel, undefined);
			return { ...presentChannelTexts(channel), outOfOfficeMessage };
		},

		async listArticles({ params, query, http }) {
			const portal = await findPortal(store, params.slug);
			if (!portal) throw notFound();
			// A language that the portal no longer offers has no articles.
			const isOffered = portal.allowed_locales.includes(params.locale);
			const words = isOffered ? await takeSearch(services, http, query.query ?? '') : [];
			const page = { portalId: portal.id, locale: params.locale, ...pageOf(query.page, query.per_page) };
			const sort = query.sort === 'views' ? 'views' : 'position';
			const { payload, meta } = await readPage(services, http, async () => {
				const articles = !isOffered
					? []
					: query.match === 'best'
						? await findBest(store, query.query ?? '', page)
						: await store.articles.listPublished({ ...page, words, sort });
				const found = await presentArticles(store, portal, articles);
				const shown = query.content === 'false' ? found.payload.map((of) => ({ ...of, content: '' })) : found.payload;
				return { payload: shown, meta: found.meta, bytes: Buffer.byteLength(JSON.stringify(shown)) };
			});
			return { payload, meta };
		},

		...surveyHandlers(services),
		...healthHandlers(services),
	};
}

/** Seconds after which every page shows a changed colour, or text. */
const CHANNEL_MAX_AGE = 60;

const channelOptions = {
	config: { hasETag: true },
	onRequest: async (_request: unknown, reply: FastifyReply) => {
		allowEveryOrigin(reply);
		reply.header('Cache-Control', `public, max-age=${CHANNEL_MAX_AGE}`);
	},
};

const surveyOptions = {
	onRequest: async (_request: unknown, reply: FastifyReply) => {
		allowEveryOrigin(reply);
		reply.header('Cache-Control', 'no-store');
	},
};

export const publicRouteOptions: RouteOptions<typeof publicRoutes> = {
	showChannel: channelOptions,
	showTexts: channelOptions,
	showChannelTexts: channelOptions,
	// Browsers have to revalidate cached lists, so that views keep counting.
	listArticles: {
		config: { hasETag: true },
		onRequest: async (_request: unknown, reply: FastifyReply) => {
			reply.header('Cache-Control', 'no-cache');
		},
	},
	showSurvey: { ...publicLimits.showSurvey, ...surveyOptions },
	updateSurvey: { ...publicLimits.updateSurvey, ...surveyOptions },
};
