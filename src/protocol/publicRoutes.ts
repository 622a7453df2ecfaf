/** What anybody may ask: the channel's look, a survey by its secret address, and whether the server lives. */
import * as v from 'valibot';
import { ChannelLook } from './channel.ts';
import { CsatAnswer } from './contentTypes.ts';
import { CsatSurvey } from './entities.ts';
import type { RouteTable } from './routes.ts';

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
