/** What an account's team sets up by REST. */
import { attributeDefinitionRoutes } from './attributeDefinitionRoutes.ts';
import { cannedResponseRoutes } from './cannedResponseRoutes.ts';
import { inboxRoutes } from './inboxRoutes.ts';
import { labelRoutes } from './labelRoutes.ts';
import { receiverRoutes } from './receiverRoutes.ts';
import type { RouteTable } from './routes.ts';

export const setupRoutes = {
	...inboxRoutes,
	...labelRoutes,
	...cannedResponseRoutes,
	...receiverRoutes,
	...attributeDefinitionRoutes,
} as const satisfies RouteTable;
