/** The repositories of bots, webhooks, their deliveries, and what is to be mailed. */
import type { Kysely } from 'kysely';
import { createAnswerMails } from './answerMails.ts';
import { createBots } from './bots.ts';
import { createDeliveries } from './deliveries.ts';
import type { Database } from './schema.ts';
import { createWebhooks } from './webhooks.ts';

export function createReceiverRepositories(db: Kysely<Database>) {
	return {
		bots: createBots(db),
		webhooks: createWebhooks(db),
		deliveries: createDeliveries(db),
		answerMails: createAnswerMails(db),
	};
}
