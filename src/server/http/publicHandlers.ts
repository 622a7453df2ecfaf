/** The handlers of routes without authentication. */
import type { FastifyReply } from 'fastify';
import { MEGABYTE } from '#protocol/entities/attachments.ts';
import type { CsatSurvey } from '#protocol/entities/entities.ts';
import type { publicRoutes } from '#protocol/publicRoutes.ts';
import { isTeamOnline } from './websites/listAgentsOf.ts';
import { readPage } from './routing/readPage.ts';
import { notFound, refuse, HttpError } from './routing/httpError.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { publicLimits, type RouteOptions } from './routing/rateLimits.ts';
import type { Handlers } from './routing/registerRoutes.ts';
import { takeSearch } from './helpCentre/takeSearch.ts';
import { allowEveryOrigin } from './routing/crossOrigin.ts';
import { presentArticles } from '../present/article.ts';
import { presentChannelLook, presentChannelTexts } from '../present/channel.ts';
import { presentSurvey } from '../present/survey.ts';
import { answerQuestion } from '../domain/messages/answerQuestion.ts';
import { fillOutOfOffice } from '../domain/messages/fillOutOfOffice.ts';
import { findPortal, pageOf } from '../domain/helpCentre/helpCentre.ts';
import { textsOfFrame } from '../domain/websites/ownTexts.ts';
import { checkSurveyTime, findSurvey } from '../domain/reports/findSurvey.ts';
import { notePage } from '../services/notePage.ts';
import { commit, scopeOfConversation, type Services } from '../services/services.ts';

export function publicHandlers(services: Services): Handlers<typeof publicRoutes> {
	const { store, files, checkRedis } = services;
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
			const { payload, meta } = await readPage(services, http, async () => {
				const articles = isOffered
					? await store.articles.listPublished({
							portalId: portal.id,
							locale: params.locale,
							words,
							sort: query.sort === 'views' ? 'views' : 'position',
							...pageOf(query.page, query.per_page),
						})
					: [];
				const found = await presentArticles(store, portal, articles);
				const shown = query.content === 'false' ? found.payload.map((of) => ({ ...of, content: '' })) : found.payload;
				return { payload: shown, meta: found.meta, bytes: Buffer.byteLength(JSON.stringify(shown)) };
			});
			return { payload, meta };
		},

		showSurvey: ({ params }) => showSurvey(services, params.uuid),

		async updateSurvey({ params, body }) {
			const found = await findSurvey(store, params.uuid);
			checkSurveyTime(found.message);
			await commit(services, scopeOfConversation(found.conversation), async (repositories, publish) => {
				// The lock serialises those who read and change the message's answer.
				await repositories.conversations.lock(found.conversation.id);
				const { conversation, message } = await findSurvey(repositories, params.uuid);
				await answerQuestion(repositories, publish, conversation, message, {
					submittedValues: body.message.submitted_values,
				});
			});
			return showSurvey(services, params.uuid);
		},

		async healthz({ reply }) {
			reply.header('Cache-Control', 'no-store');
			if (!(await answers(store.check()))) throw refuse(503, 'The database does not answer');
			return { status: 'ok', database: store.database };
		},

		async readyz({ reply }) {
			reply.header('Cache-Control', 'no-store');
			const [hasDatabase, redis, s3, free] = await Promise.all([
				answers(store.check()),
				stateOf(checkRedis),
				stateOf(files.checkStorage),
				files.freeBytes(),
			]);
			const disk = free < DISK_FULL ? ('full' as const) : ('ok' as const);
			const parts = { database: hasDatabase ? ('ok' as const) : ('away' as const), redis, s3, disk };
			if (Object.values<string>(parts).some((state) => state === 'away' || state === 'full'))
				throw new HttpError(503, { status: 'away', ...parts });
			return { status: 'ok', ...parts };
		},
	};
}

/** Bytes: SQLite's log grows to several times as much before it is copied. */
const DISK_FULL = 8 * MEGABYTE;

/** Milliseconds for each part to answer: monitors wait for less than 2 s. */
const CHECK_TIME = 1_500;

/** Of a part that an installation may do without. */
async function stateOf(check: (() => Promise<unknown>) | undefined): Promise<'ok' | 'away' | 'none'> {
	if (!check) return 'none';
	return (await answers(check())) ? 'ok' : 'away';
}

async function answers(check: Promise<unknown>): Promise<boolean> {
	return withTimeout(CHECK_TIME, check).then(
		() => true,
		() => false,
	);
}

async function showSurvey({ store, globalConfig }: Services, uuid: string): Promise<CsatSurvey> {
	const { channel, conversation, message } = await findSurvey(store, uuid);
	return presentSurvey(
		channel,
		globalConfig,
		conversation,
		message,
		await store.csatResponses.findByMessage(message.id),
	);
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
