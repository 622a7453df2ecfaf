/** What an account's team sets up by REST. */
import { cannedResponseRoutes } from './cannedResponseRoutes.ts';
import { inboxRoutes } from './inboxRoutes.ts';
import { labelRoutes } from './labelRoutes.ts';
import type { RouteTable } from './routes.ts';

export const setupRoutes = {
	...inboxRoutes,
	...labelRoutes,
	...cannedResponseRoutes,
} as const satisfies RouteTable;
