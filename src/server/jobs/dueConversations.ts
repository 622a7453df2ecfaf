/**
 * Changes conversations that are due, every minute: snoozed ones are opened, and idle ones
 * resolved. Several processes do not do it twice, since each checks a conversation again once it is
 * locked.
 */
import type { FastifyInstance } from 'fastify';
import { DAY, MINUTE } from '#protocol/base/duration.ts';
import { changeStatus, type StatusChange } from '../domain/conversations/changeStatus.ts';
import { commit, scopeOfConversation, type Services } from '../services/services.ts';
import type { ConversationRow } from '../store/tables/schema.ts';
import { repeat } from './repeat.ts';

/** Conversations of one kind per run; the next run continues. */
const AT_ONCE = 100;

export function changeDueConversations(app: FastifyInstance, services: Services): void {
	repeat(app, MINUTE, 'due conversations not changed', async () => {
		await reopenDue(app, services, Date.now());
		await resolveIdle(app, services, Date.now());
	});
}

async function reopenDue(app: FastifyInstance, services: Services, now: number): Promise<void> {
	const isDue = ({ status, snoozed_until }: ConversationRow) =>
		status === 'snoozed' && snoozed_until !== null && snoozed_until <= now;
	for (const conversation of await services.store.conversations.listSnoozedUntil(now, AT_ONCE)) {
		await change(app, services, conversation, isDue, {
			status: 'open',
			snoozedUntil: null,
			activity: { code: 'snooze_over' },
		});
	}
}

async function resolveIdle(app: FastifyInstance, services: Services, now: number): Promise<void> {
	for (const account of await services.store.accounts.listAutoResolving()) {
		const days = account.auto_resolve_duration ?? 0;
		const since = now - days * DAY;
		const isIdle = ({ status, last_activity_at }: ConversationRow) => status === 'open' && last_activity_at < since;
		for (const conversation of await services.store.conversations.listIdle(account.id, since, AT_ONCE)) {
			await change(app, services, conversation, isIdle, {
				status: 'resolved',
				snoozedUntil: null,
				activity: { code: 'idle', days },
			});
		}
	}
}

/** A conversation that fails does not keep others from their change. */
async function change(
	app: FastifyInstance,
	services: Services,
	found: ConversationRow,
	isStill: (conversation: ConversationRow) => boolean,
	to: StatusChange,
): Promise<void> {
	try {
		await commit(services, scopeOfConversation(found), async (repositories, publish) => {
			const conversation = await repositories.conversations.lock(found.id);
			if (isStill(conversation)) await changeStatus(repositories, publish, conversation, to);
		});
	} catch (error) {
		app.log.error({ err: error, conversation: found.id }, 'due conversation not changed');
	}
}
