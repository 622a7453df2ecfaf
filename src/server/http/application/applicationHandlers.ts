/** The handlers of all routes for the team. */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Handlers } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { conversationChangeHandlers } from './conversationChangeHandlers.ts';
import { teamAgentHandlers } from './teamAgentHandlers.ts';
import { teamCallHandlers } from './teamCallHandlers.ts';
import { teamCampaignHandlers } from './teamCampaignHandlers.ts';
import { teamConversationHandlers } from './teamConversationHandlers.ts';
import { teamHelpCentreHandlers } from './teamHelpCentreHandlers.ts';
import { teamInboxHandlers } from './teamInboxHandlers.ts';
import { teamLabelHandlers } from './teamLabelHandlers.ts';
import { teamMessageHandlers } from './teamMessageHandlers.ts';
import { accessTokenHandlers } from './accessTokenHandlers.ts';
import { deliveryHandlers } from './deliveryHandlers.ts';
import { loginLinkHandlers } from './loginLinkHandlers.ts';
import { profileHandlers } from './profileHandlers.ts';
import { signInHandlers } from './signInHandlers.ts';

export function applicationHandlers(services: Services): Handlers<typeof applicationRoutes> {
	return {
		...teamConversationHandlers(services),
		...conversationChangeHandlers(services),
		...teamLabelHandlers(services),
		...teamMessageHandlers(services),
		...teamCallHandlers(services),
		...teamAgentHandlers(services),
		...loginLinkHandlers(services),
		...profileHandlers(services),
		...signInHandlers(services),
		...teamHelpCentreHandlers(services),
		...teamCampaignHandlers(services),
		...teamInboxHandlers(services),
		...accessTokenHandlers(services),
		...deliveryHandlers(services),
	};
}
