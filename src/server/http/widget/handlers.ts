/** The visitor's REST routes, whole. */
import type { FastifyReply } from 'fastify';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { widgetLimits } from '../rateLimits.ts';
import type { Handlers, RouteOptions } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { callHandlers } from './calls.ts';
import { campaignHandlers } from './campaigns.ts';
import { channelHandlers } from './channel.ts';
import { contactHandlers } from './contacts.ts';
import { conversationHandlers } from './conversations.ts';
import { directUploadHandlers } from './directUploads.ts';
import { labellingHandlers } from './labelling.ts';
import { messageHandlers } from './messages.ts';

export function widgetHandlers(services: Services): Handlers<typeof widgetRoutes> {
	return {
		...channelHandlers(services),
		...campaignHandlers(services),
		...contactHandlers(services),
		...conversationHandlers(services),
		...labellingHandlers(services),
		...messageHandlers(services),
		...callHandlers(services),
		...directUploadHandlers(services),
	};
}

/** The list is for the clocks; before a campaign shows, the frame asks again past its cache. In seconds. */
const CAMPAIGNS_MAX_AGE = 300;

export const widgetRouteOptions: RouteOptions<typeof widgetRoutes> = {
	...widgetLimits,
	listCampaigns: {
		config: { hasETag: true },
		onRequest: async (_request: unknown, reply: FastifyReply) => {
			reply.header('Cache-Control', `private, max-age=${CAMPAIGNS_MAX_AGE}`);
		},
	},
};
