/** The handlers of all routes for visitors. */
import type { FastifyReply } from 'fastify';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { type RouteOptions, widgetLimits } from './routing/rateLimits.ts';
import type { Handlers } from './routing/registerRoutes.ts';
import type { Services } from '../services/services.ts';
import { transcriptHandlers } from './conversations/transcriptHandlers.ts';
import { visitorCallHandlers } from './conversations/visitorCallHandlers.ts';
import { visitorCaptchaHandlers } from './contacts/visitorCaptchaHandlers.ts';
import { visitorCampaignHandlers } from './campaigns/visitorCampaignHandlers.ts';
import { visitorChannelHandlers } from './websites/visitorChannelHandlers.ts';
import { visitorContactHandlers } from './contacts/visitorContactHandlers.ts';
import { visitorMailboxHandlers } from './contacts/visitorMailboxHandlers.ts';
import { visitorConversationHandlers } from './conversations/visitorConversationHandlers.ts';
import { directUploadHandlers } from './messages/directUploadHandlers.ts';
import { visitorLabelHandlers } from './conversations/visitorLabelHandlers.ts';
import { messageChangeHandlers } from './messages/messageChangeHandlers.ts';
import { visitorMessageHandlers } from './messages/visitorMessageHandlers.ts';

export function widgetHandlers(services: Services): Handlers<typeof widgetRoutes> {
	return {
		...visitorChannelHandlers(services),
		...visitorCaptchaHandlers(services),
		...visitorCampaignHandlers(services),
		...visitorContactHandlers(services),
		...visitorMailboxHandlers(services),
		...visitorConversationHandlers(services),
		...transcriptHandlers(services),
		...visitorLabelHandlers(services),
		...visitorMessageHandlers(services),
		...messageChangeHandlers(services),
		...visitorCallHandlers(services),
		...directUploadHandlers(services),
	};
}

/**
 * Seconds for which browsers may cache the list of campaigns, which only starts timers: before a
 * campaign is shown, the frame loads it past the cache.
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
