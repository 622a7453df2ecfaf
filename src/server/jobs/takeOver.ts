/** A visitor whose bot does not answer is not left alone with it: people find the conversation among the open ones. */
import type { FastifyInstance } from 'fastify';
import { DAY } from '#protocol/duration.ts';
import { commit, scopeOfConversation, type Services } from '../services/services.ts';
import type { ConversationRow, DeliveryRow } from '../store/schema.ts';
import { changeStatus } from '../domain/changeStatus.ts';
import { repeat } from './repeat.ts';

const INTERVAL = 10_000;
/** Milliseconds: a message that a bot left unanswered for longer is history: no visitor waits for its answer any more. */
const LOOK_BACK = DAY;
/** Conversations in one run; the next one goes on. */
const AT_ONCE = 100;

/**
 * Looks now and then for conversations in which a bot is to answer and has not.
 * @param patience milliseconds that a visitor waits for the bot
 */
export function takeOver(app: FastifyInstance, services: Services, patience: number): void {
	repeat(app, Math.min(INTERVAL, patience), 'conversations not taken over', () =>
		openUnanswered(app, services, Date.now() - patience),
	);
}

/** Where the bot will not hear of what the visitor wrote any more. */
export async function openWithoutBot(services: Services, delivery: DeliveryRow): Promise<void> {
	const { receiver_type, conversation_id, event } = delivery;
	if (receiver_type === 'bot' && conversation_id !== null && event === 'message_created') {
		await open(services, await services.store.conversations.find(conversation_id));
	}
}

async function openUnanswered(app: FastifyInstance, services: Services, until: number): Promise<void> {
	for (const conversation of await services.store.conversations.listWithoutBot(until - LOOK_BACK, until, AT_ONCE)) {
		// One that fails keeps no other from its change.
		await open(services, conversation).catch((error: unknown) =>
			app.log.error({ err: error, conversation: conversation.id }, 'conversation not taken over'),
		);
	}
}

async function open(services: Services, found: ConversationRow): Promise<void> {
	await commit(services, scopeOfConversation(found), async (repositories, announce) => {
		const conversation = await repositories.conversations.lock(found.id);
		if (conversation.status !== 'pending') return;
		await changeStatus(repositories, announce, conversation, {
			status: 'open',
			snoozedUntil: null,
			activity: { code: 'bot_unreachable' },
		});
	});
}
