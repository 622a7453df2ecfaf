/** The handlers of what an account's team sets up, and what became of it. */
import type { setupRoutes } from '#protocol/setupRoutes.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../registerRoutes.ts';
import { accountHandlers } from './accountHandlers.ts';
import { attributeDefinitionHandlers } from './attributeDefinitionHandlers.ts';
import { auditLogHandlers } from './auditLogHandlers.ts';
import { cannedResponseHandlers } from './cannedResponseHandlers.ts';
import { deliveryHandlers } from './deliveryHandlers.ts';
import { mailHandlers } from './mailHandlers.ts';
import { receiverHandlers } from './receiverHandlers.ts';
import { teamInboxHandlers } from './teamInboxHandlers.ts';
import { teamLabelHandlers } from './teamLabelHandlers.ts';

export function setupHandlers(services: Services): Handlers<typeof setupRoutes> {
	return {
		...accountHandlers(services),
		...teamInboxHandlers(services),
		...teamLabelHandlers(services),
		...cannedResponseHandlers(services),
		...receiverHandlers(services),
		...attributeDefinitionHandlers(services),
		...deliveryHandlers(services),
		...mailHandlers(services),
		...auditLogHandlers(services),
	};
}
