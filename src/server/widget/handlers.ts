/** The visitor's REST routes, whole. */
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import type { Handlers } from '../http/registerRoutes.ts';
import type { Services } from '../services.ts';
import { callHandlers } from './calls.ts';
import { channelHandlers } from './channel.ts';
import { contactHandlers } from './contacts.ts';
import { conversationHandlers } from './conversations.ts';
import { directUploadHandlers } from './directUploads.ts';
import { messageHandlers } from './messages.ts';

export function widgetHandlers(services: Services): Handlers<typeof widgetRoutes> {
	return {
		...channelHandlers(services),
		...contactHandlers(services),
		...conversationHandlers(services),
		...messageHandlers(services),
		...callHandlers(services),
		...directUploadHandlers(services),
	};
}
