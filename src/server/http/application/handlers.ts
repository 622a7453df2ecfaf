/** The team's REST routes, whole. */
import type { applicationRoutes } from '#protocol/applicationRoutes.ts';
import type { Handlers } from '../registerRoutes.ts';
import type { Services } from '../../services/services.ts';
import { accessTokenHandlers } from './accessTokens.ts';
import { callHandlers } from './calls.ts';
import { campaignHandlers } from './campaigns.ts';
import { conversationHandlers } from './conversations.ts';
import { helpCentreHandlers } from './helpCentre.ts';
import { inboxHandlers } from './inboxes.ts';
import { messageHandlers } from './messages.ts';
import { profileHandlers } from './profile.ts';

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
