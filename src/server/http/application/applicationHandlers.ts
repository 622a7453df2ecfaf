/** The handlers of all routes for the team. */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Handlers } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { accessTokenHandlers } from './accessTokenHandlers.ts';
import { accountHandlers } from './accountHandlers.ts';
import { attributeDefinitionHandlers } from './attributeDefinitionHandlers.ts';
import { auditLogHandlers } from './auditLogHandlers.ts';
import { cannedResponseHandlers } from './cannedResponseHandlers.ts';
import { conversationChangeHandlers } from './conversationChangeHandlers.ts';
import { deliveryHandlers } from './deliveryHandlers.ts';
import { loginLinkHandlers } from './loginLinkHandlers.ts';
import { mailHandlers } from './mailHandlers.ts';
import { messageStreamHandlers } from './messageStreamHandlers.ts';
import { notificationHandlers } from './notificationHandlers.ts';
import { profileHandlers } from './profileHandlers.ts';
import { receiverHandlers } from './receiverHandlers.ts';
import { reportHandlers } from './reportHandlers.ts';
import { searchHandlers } from './searchHandlers.ts';
import { signInHandlers } from './signInHandlers.ts';
import { teamAgentHandlers } from './teamAgentHandlers.ts';
import { teamCallHandlers } from './teamCallHandlers.ts';
import { teamCampaignHandlers } from './teamCampaignHandlers.ts';
import { teamContactHandlers } from './teamContactHandlers.ts';
import { teamConversationHandlers } from './teamConversationHandlers.ts';
import { teamHelpCentreHandlers } from './teamHelpCentreHandlers.ts';
import { teamInboxHandlers } from './teamInboxHandlers.ts';
import { teamLabelHandlers } from './teamLabelHandlers.ts';
import { teamMessageHandlers } from './teamMessageHandlers.ts';
import { translationHandlers } from './translationHandlers.ts';

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
		...accountHandlers(services),
		...teamInboxHandlers(services),
		...translationHandlers(services),
		...teamLabelHandlers(services),
		...cannedResponseHandlers(services),
		...receiverHandlers(services),
		...attributeDefinitionHandlers(services),
		...deliveryHandlers(services),
		...mailHandlers(services),
		...auditLogHandlers(services),
		...accessTokenHandlers(services),
		...reportHandlers(services),
	};
}
