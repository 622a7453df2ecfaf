/**
 * Routes without authentication: the channel's look, published articles, a survey by its secret
 * address, and the server's health.
 */
import * as v from 'valibot';
import { Article } from './entities/articles.ts';
import { ChannelLook } from './entities/channel.ts';
import { CsatSubmission } from './entities/contentTypes.ts';
import { CsatSurvey } from './entities/entities.ts';
import { ARTICLES_PER_PAGE } from './base/limits.ts';
import { numeric, pageNumber } from './base/numeric.ts';
import type { RouteTable } from './base/routes.ts';
import { textRoutes } from './textRoutes.ts';

/** The conversation's uuid is the survey's secret: who knows it may rate. */
const survey = v.object({ uuid: v.string() });

export const publicRoutes = {
	showChannel: {
		method: 'GET',
		path: '/widget/channel.json',
		role: 'channel',
		summary: "The channel's public look, which the element loads before the visitor shows interest",
		query: v.object({ website_token: v.string(), locale: v.optional(v.string()) }),
		response: ChannelLook,
	},
	...textRoutes,
	listArticles: {
		method: 'GET',
		path: '/hc/:slug/:locale/articles.json',
		role: 'public',
		summary: 'The published articles of a portal in one of its languages, by position or most viewed first',
		params: v.object({ slug: v.string(), locale: v.string() }),
		query: v.object({
			page: pageNumber,
			/**
			 * Articles per page: at most 100, and 25 where it is no number from 1. Without it, 100.
			 */
			per_page: v.optional(v.fallback(v.pipe(numeric, v.minValue(1)), ARTICLES_PER_PAGE)),
			/** `views` sorts by views; anything else by position. */
			sort: v.optional(v.string()),
			/** Accepted for Chatwoot's clients and ignored: only published articles are listed. */
			status: v.optional(v.string()),
			/** Words that all occur in title, description or text. */
			query: v.optional(v.string()),
			/**
			 * `best`: those that the words are about most come first, also where others of them do
			 * not occur. Words that most articles have count for nothing.
			 */
			match: v.optional(v.string()),
			/** `false` leaves every `content` empty, for lists that only show titles. */
			content: v.optional(v.string()),
		}),
		response: v.object({
			payload: v.array(Article),
			/**
			 * Counts all published articles of the portal, in every language and without regard to
			 * the query.
			 */
			meta: v.object({ articles_count: v.number() }),
		}),
	},
	showSurvey: {
		method: 'GET',
		path: '/public/api/v1/csat_survey/:uuid',
		role: 'public',
		summary: 'The survey of a conversation that asks for a rating, and the answer so far',
		params: survey,
		response: CsatSurvey,
	},
	updateSurvey: {
		method: 'PATCH',
		path: '/public/api/v1/csat_survey/:uuid',
		role: 'public',
		summary: 'Rates the conversation, within 14 days; a later rating replaces the one before',
		params: survey,
		body: v.object({ message: v.object({ submitted_values: CsatSubmission }) }),
		response: CsatSurvey,
	},
	healthz: {
		method: 'GET',
		path: '/healthz',
		role: 'public',
		summary: 'Whether the server and its database answer; 503 while they do not',
		response: v.object({ status: v.literal('ok'), database: v.picklist(['sqlite', 'postgres']) }),
	},
	readyz: {
		method: 'GET',
		path: '/readyz',
		role: 'public',
		summary:
			'Whether each part that the server needs answers; 503 says in the same shape which is `away`, or that the disk is `full`',
		response: v.object({
			status: v.literal('ok'),
			database: v.picklist(['ok', 'away']),
			/** `none`: this installation does not use Redis. */
			redis: v.picklist(['ok', 'away', 'none']),
			/** `none`: this installation keeps files in a folder. */
			s3: v.picklist(['ok', 'away', 'none']),
			/** `full`: messages can hardly be stored any more. */
			disk: v.picklist(['ok', 'full']),
		}),
	},
} as const satisfies RouteTable;
