/** What anybody may ask: the channel's look, and whether the server lives. */
import * as v from 'valibot';
import { ChannelLook } from './channel.ts';
import type { RouteTable } from './routes.ts';

export const publicRoutes = {
	showChannel: {
		method: 'GET',
		path: '/widget/channel.json',
		caller: 'channel',
		summary: "The channel's public look, for the element before anybody shows interest (design section 4)",
		query: v.object({ website_token: v.string() }),
		response: ChannelLook,
	},
	healthz: {
		method: 'GET',
		path: '/healthz',
		caller: 'public',
		summary: 'Whether the server and its database answer; 503 while they do not',
		response: v.object({ status: v.literal('ok'), database: v.picklist(['sqlite', 'postgres']) }),
	},
} as const satisfies RouteTable;
