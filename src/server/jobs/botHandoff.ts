/** Opens conversations whose bot does not answer, so that agents find them. */
import type { FastifyInstance } from 'fastify';
import { DAY } from '#protocol/base/duration.ts';
import type { Repositories } from '../store/store.ts';
import { commit, scopeOfConversation, type Services } from '../services/services.ts';
import type { ConversationRow, DeliveryRow } from '../store/tables/schema.ts';
import { changeStatus } from '../domain/conversations/changeStatus.ts';
import { repeat } from './repeat.ts';

const INTERVAL = 10_000;
/**
 * Milliseconds: a message that has waited longer for a bot is ignored, since the visitor no longer
 * waits.
 */
const LOOK_BACK = DAY;
/** Conversations per run; the next run continues. */
const AT_ONCE = 100;

/**
 * Regularly looks for conversations in which a bot should have answered.
 * @param patience milliseconds that a visitor waits for the bot
 */
export function startBotHandoff(app: FastifyInstance, services: Services, patience: number): void {
	repeat(app, Math.min(INTERVAL, patience), 'conversations not handed off', () =>
		openUnanswered(app, services, Date.now() - patience),
	);
}

/**
 * Opens a conversation whose bot will not get the visitor's message, since its delivery was given
 * up.
 */
export async function handOffUndelivered(services: Services, delivery: DeliveryRow): Promise<void> {
	const { receiver_type, conversation_id, event } = delivery;
	if (receiver_type === 'bot' && conversation_id !== null && event === 'message_created') {
		const conversation = await services.store.conversations.find(conversation_id);
		await open(services, conversation, async ({ status }) => status === 'pending');
	}
}

async function openUnanswered(app: FastifyInstance, services: Services, until: number): Promise<void> {
	const since = until - LOOK_BACK;
	for (const found of await services.store.conversations.listWithoutBot(since, until, AT_ONCE)) {
		// The bot may have answered since they were listed. A conversation that fails does not keep
		// others from their change.
		await open(services, found, ({ id }, { conversations }) => conversations.isWithoutBot(id, since, until)).catch(
			(error: unknown) => app.log.error({ err: error, conversation: found.id }, 'conversation not handed off'),
		);
	}
}

/** @param isLeft whether its bot has left it, once it is locked */
async function open(
	services: Services,
	found: ConversationRow,
	isLeft: (conversation: ConversationRow, repositories: Repositories) => Promise<boolean>,
): Promise<void> {
	await commit(services, scopeOfConversation(found), async (repositories, publish) => {
		const conversation = await repositories.conversations.lock(found.id);
		if (!(await isLeft(conversation, repositories))) return;
		await changeStatus(repositories, publish, conversation, {
			status: 'open',
			snoozedUntil: null,
			isHandover: true,
			activity: { code: 'bot_unreachable' },
		});
	});
}
