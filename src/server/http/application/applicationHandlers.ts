/** The team's REST routes, whole. */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Handlers } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { accessTokenHandlers } from './accessTokenHandlers.ts';
import { callHandlers } from './teamCallHandlers.ts';
import { campaignHandlers } from './teamCampaignHandlers.ts';
import { conversationHandlers } from './teamConversationHandlers.ts';
import { helpCentreHandlers } from './teamHelpCentreHandlers.ts';
import { inboxHandlers } from './teamInboxHandlers.ts';
import { messageHandlers } from './teamMessageHandlers.ts';
import { profileHandlers } from './profileHandlers.ts';

export function applicationHandlers(services: Services): Handlers<typeof applicationRoutes> {
	return {
		...conversationHandlers(services),
		...messageHandlers(services),
		...callHandlers(services),
		...profileHandlers(services),
		...helpCentreHandlers(services),
		...campaignHandlers(services),
		...inboxHandlers(services),
		...accessTokenHandlers(services),
	};
}
