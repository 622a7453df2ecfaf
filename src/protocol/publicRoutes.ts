/** What anybody may ask: the channel's look, published articles, a survey by its secret address, and whether the server lives. */
import * as v from 'valibot';
import { Article } from './articles.ts';
import { ChannelLook } from './channel.ts';
import { CsatAnswer } from './contentTypes.ts';
import { CsatSurvey } from './entities.ts';
import type { RouteTable } from './routes.ts';

const count = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger('must be a whole number'));

/** Of the conversation; whoever has it may rate. */
const survey = v.object({ uuid: v.string() });

export const publicRoutes = {
	showChannel: {
		method: 'GET',
		path: '/widget/channel.json',
		caller: 'channel',
		summary: "The channel's public look, for the element before anybody shows interest (design section 4)",
		query: v.object({ website_token: v.string() }),
		response: ChannelLook,
	},
	listArticles: {
		method: 'GET',
		path: '/hc/:slug/:locale/articles.json',
		caller: 'public',
		summary:
			'The published articles of a portal in one of its languages, by position or most viewed first (wire-contract 1.16)',
		params: v.object({ slug: v.string(), locale: v.string() }),
		query: v.object({
			page: v.optional(count),
			/** 100 at most, 25 where it is less than 1; without it there are no pages. */
			per_page: v.optional(count),
			/** Anything but `views`: by position. */
			sort: v.optional(v.string()),
			/** Taken and not heeded: what is not published is never listed. */
			status: v.optional(v.string()),
			/** Words that all occur in title, description or text. */
			query: v.optional(v.string()),
			/** `false`: a list to choose from, in which every `content` is ''. */
			content: v.optional(v.string()),
		}),
		response: v.object({
			payload: v.array(Article),
			/** Of all published articles of the portal, whatever the language and the query. */
			meta: v.object({ articles_count: v.number() }),
		}),
	},
	showSurvey: {
		method: 'GET',
		path: '/public/api/v1/csat_survey/:uuid',
		caller: 'public',
		summary: 'The survey of a conversation that asks for a rating, and the answer so far (wire-contract 1.17)',
		params: survey,
		response: CsatSurvey,
	},
	updateSurvey: {
		method: 'PATCH',
		path: '/public/api/v1/csat_survey/:uuid',
		caller: 'public',
		summary: 'Rates the conversation, for 14 days as often as somebody changes their mind (wire-contract 1.17)',
		params: survey,
		body: v.object({ message: v.object({ submitted_values: CsatAnswer }) }),
		response: CsatSurvey,
	},
	healthz: {
		method: 'GET',
		path: '/healthz',
		caller: 'public',
		summary: 'Whether the server and its database answer; 503 while they do not',
		response: v.object({ status: v.literal('ok'), database: v.picklist(['sqlite', 'postgres']) }),
	},
} as const satisfies RouteTable;
