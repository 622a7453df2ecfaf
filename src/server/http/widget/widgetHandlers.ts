/** The handlers of all routes for visitors. */
import type { FastifyReply } from 'fastify';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { type RouteOptions, widgetLimits } from '../rateLimits.ts';
import type { Handlers } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { transcriptHandlers } from './transcriptHandlers.ts';
import { visitorCallHandlers } from './visitorCallHandlers.ts';
import { visitorCaptchaHandlers } from './visitorCaptchaHandlers.ts';
import { visitorCampaignHandlers } from './visitorCampaignHandlers.ts';
import { visitorChannelHandlers } from './visitorChannelHandlers.ts';
import { visitorContactHandlers } from './visitorContactHandlers.ts';
import { visitorConversationHandlers } from './visitorConversationHandlers.ts';
import { directUploadHandlers } from './directUploadHandlers.ts';
import { visitorLabelHandlers } from './visitorLabelHandlers.ts';
import { visitorMessageHandlers } from './visitorMessageHandlers.ts';

export function widgetHandlers(services: Services): Handlers<typeof widgetRoutes> {
	return {
		...visitorChannelHandlers(services),
		...visitorCaptchaHandlers(services),
		...visitorCampaignHandlers(services),
		...visitorContactHandlers(services),
		...visitorConversationHandlers(services),
		...transcriptHandlers(services),
		...visitorLabelHandlers(services),
		...visitorMessageHandlers(services),
		...visitorCallHandlers(services),
		...directUploadHandlers(services),
	};
}

/**
 * Seconds for which browsers may cache the list of campaigns, which only starts timers: before a campaign is shown, the frame
 * loads it past the cache.
 */
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
