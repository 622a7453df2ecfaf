/** What an account's team sets up by REST, and what became of it. */
import { accountRoutes } from './accountRoutes.ts';
import { attributeDefinitionRoutes } from './attributeDefinitionRoutes.ts';
import { auditLogRoutes } from './auditLogRoutes.ts';
import { cannedResponseRoutes } from './cannedResponseRoutes.ts';
import { deliveryRoutes } from './deliveryRoutes.ts';
import { inboxRoutes } from './inboxRoutes.ts';
import { labelRoutes } from './labelRoutes.ts';
import { mailRoutes } from './mailRoutes.ts';
import { receiverRoutes } from './receiverRoutes.ts';
import type { RouteTable } from './routes.ts';

export const setupRoutes = {
	...accountRoutes,
	...inboxRoutes,
	...labelRoutes,
	...cannedResponseRoutes,
	...receiverRoutes,
	...attributeDefinitionRoutes,
	...deliveryRoutes,
	...mailRoutes,
	...auditLogRoutes,
} as const satisfies RouteTable;
