/** The repositories of bots, webhooks, and their deliveries. */
import type { Kysely } from 'kysely';
import { createBots } from './bots.ts';
import { createDeliveries } from './deliveries.ts';
import type { Database } from './schema.ts';
import { createWebhooks } from './webhooks.ts';

export function createReceiverRepositories(db: Kysely<Database>) {
	return {
		bots: createBots(db),
		webhooks: createWebhooks(db),
		deliveries: createDeliveries(db),
	};
}
