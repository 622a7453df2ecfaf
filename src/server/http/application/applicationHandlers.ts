/** The handlers of all routes for the team. */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Handlers } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { conversationChangeHandlers } from './conversationChangeHandlers.ts';
import { teamAgentHandlers } from './teamAgentHandlers.ts';
import { teamCallHandlers } from './teamCallHandlers.ts';
import { teamCampaignHandlers } from './teamCampaignHandlers.ts';
import { teamContactHandlers } from './teamContactHandlers.ts';
import { teamConversationHandlers } from './teamConversationHandlers.ts';
import { teamHelpCentreHandlers } from './teamHelpCentreHandlers.ts';
import { messageStreamHandlers } from './messageStreamHandlers.ts';
import { teamMessageHandlers } from './teamMessageHandlers.ts';
import { accessTokenHandlers } from './accessTokenHandlers.ts';
import { loginLinkHandlers } from './loginLinkHandlers.ts';
import { notificationHandlers } from './notificationHandlers.ts';
import { profileHandlers } from './profileHandlers.ts';
import { reportHandlers } from './reportHandlers.ts';
import { searchHandlers } from './searchHandlers.ts';
import { setupHandlers } from './setupHandlers.ts';
import { signInHandlers } from './signInHandlers.ts';

export function applicationHandlers(services: Services): Handlers<typeof applicationRoutes> {
	return {
		...teamConversationHandlers(services),
		...conversationChangeHandlers(services),
		...teamContactHandlers(services),
		...searchHandlers(services),
		...teamMessageHandlers(services),
		...messageStreamHandlers(services),
		...teamCallHandlers(services),
		...teamAgentHandlers(services),
		...loginLinkHandlers(services),
		...profileHandlers(services),
		...notificationHandlers(services),
		...signInHandlers(services),
		...teamHelpCentreHandlers(services),
		...teamCampaignHandlers(services),
		...setupHandlers(services),
		...accessTokenHandlers(services),
		...reportHandlers(services),
	};
}
