/** The handlers of all routes for the team. */
import type { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import type { Handlers } from './routing/registerRoutes.ts';
import type { Services } from '../services/services.ts';
import { accessTokenHandlers } from './people/accessTokenHandlers.ts';
import { accountHandlers } from './people/accountHandlers.ts';
import { attributeDefinitionHandlers } from './labels/attributeDefinitionHandlers.ts';
import { auditLogHandlers } from './people/auditLogHandlers.ts';
import { cannedResponseHandlers } from './labels/cannedResponseHandlers.ts';
import { conversationChangeHandlers } from './conversations/conversationChangeHandlers.ts';
import { customFilterHandlers } from './filters/customFilterHandlers.ts';
import { deliveryHandlers } from './receivers/deliveryHandlers.ts';
import { loginLinkHandlers } from './people/loginLinkHandlers.ts';
import { mailHandlers } from './receivers/mailHandlers.ts';
import { messageStreamHandlers } from './messages/messageStreamHandlers.ts';
import { notificationHandlers } from './people/notificationHandlers.ts';
import { participantHandlers } from './teams/participantHandlers.ts';
import { profileHandlers } from './people/profileHandlers.ts';
import { receiverHandlers } from './receivers/receiverHandlers.ts';
import { reportHandlers } from './reports/reportHandlers.ts';
import { searchHandlers } from './messages/searchHandlers.ts';
import { signInHandlers } from './people/signInHandlers.ts';
import { teamAgentHandlers } from './people/teamAgentHandlers.ts';
import { teamCallHandlers } from './conversations/teamCallHandlers.ts';
import { teamCampaignHandlers } from './campaigns/teamCampaignHandlers.ts';
import { teamContactHandlers } from './contacts/teamContactHandlers.ts';
import { teamConversationHandlers } from './conversations/teamConversationHandlers.ts';
import { teamHelpCentreHandlers } from './helpCentre/teamHelpCentreHandlers.ts';
import { teamInboxHandlers } from './websites/teamInboxHandlers.ts';
import { teamLabelHandlers } from './labels/teamLabelHandlers.ts';
import { teamMessageHandlers } from './messages/teamMessageHandlers.ts';
import { teamsHandlers } from './teams/teamsHandlers.ts';
import { translationHandlers } from './websites/translationHandlers.ts';

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
		...teamsHandlers(services),
		...participantHandlers(services),
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
		...customFilterHandlers(services),
		...receiverHandlers(services),
		...attributeDefinitionHandlers(services),
		...deliveryHandlers(services),
		...mailHandlers(services),
		...auditLogHandlers(services),
		...accessTokenHandlers(services),
		...reportHandlers(services),
	};
}
