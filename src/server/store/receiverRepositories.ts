/** The repositories of bots, webhooks and devices, their deliveries, and what is to be mailed. */
import { createAgentMails } from './agentMails.ts';
import { createAnswerMails } from './answerMails.ts';
import { createBots } from './bots.ts';
import { createDeliveries } from './deliveries.ts';
import { createPushSubscriptions } from './pushSubscriptions.ts';
import { createUnsubscriptions } from './unsubscriptions.ts';
import { createWebhooks } from './webhooks.ts';

export const receiverRepositories = {
	bots: createBots,
	webhooks: createWebhooks,
	deliveries: createDeliveries,
	answerMails: createAnswerMails,
	agentMails: createAgentMails,
	unsubscriptions: createUnsubscriptions,
	pushSubscriptions: createPushSubscriptions,
};
