/** The repositories of bots, webhooks and devices, their deliveries, and what is to be mailed. */
import type { Kysely } from 'kysely';
import { createAgentMails } from './agentMails.ts';
import { createAnswerMails } from './answerMails.ts';
import { createBots } from './bots.ts';
import { createDeliveries } from './deliveries.ts';
import { createPushSubscriptions } from './pushSubscriptions.ts';
import type { Database } from './schema.ts';
import { createWebhooks } from './webhooks.ts';

export function createReceiverRepositories(db: Kysely<Database>) {
	return {
		bots: createBots(db),
		webhooks: createWebhooks(db),
		deliveries: createDeliveries(db),
		answerMails: createAnswerMails(db),
		agentMails: createAgentMails(db),
		pushSubscriptions: createPushSubscriptions(db),
	};
}
