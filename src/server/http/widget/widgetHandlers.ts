/** The visitor's REST routes, whole. */
import type { FastifyReply } from 'fastify';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { widgetLimits } from '../rateLimits.ts';
import type { Handlers, RouteOptions } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { callHandlers } from './visitorCallHandlers.ts';
import { campaignHandlers } from './visitorCampaignHandlers.ts';
import { channelHandlers } from './visitorChannelHandlers.ts';
import { contactHandlers } from './visitorContactHandlers.ts';
import { conversationHandlers } from './visitorConversationHandlers.ts';
import { directUploadHandlers } from './directUploadHandlers.ts';
import { labellingHandlers } from './visitorLabelHandlers.ts';
import { messageHandlers } from './visitorMessageHandlers.ts';

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
