/**
 * Changes attributes, labels and priority of a conversation (docs/wire.md, Conversations and
 * Labels; docs/application-api.md, Conversations). The team is told of every change.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Activity } from '#protocol/entities/activities.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import type { ConversationRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';
import { checkAttributes, omitAttributes } from '../contacts/attributes.ts';
import { postActivity } from './postActivity.ts';
import { nameOf, type Writer } from '../messages/writer.ts';

/** Replaces the conversation's attributes. */
export async function setConversationAttributes(
	store: Repositories,
	publish: EventPublisher,
	{ id }: ConversationRow,
	attributes: Attributes,
): Promise<ConversationRow> {
	const custom_attributes = checkAttributes('custom_attributes', attributes);
	await store.conversations.lock(id);
	return change(store, publish, id, { custom_attributes });
}

export async function removeConversationAttributes(
	store: Repositories,
	publish: EventPublisher,
	{ id }: ConversationRow,
	names: readonly string[],
): Promise<ConversationRow> {
	const { custom_attributes } = await store.conversations.lock(id);
	return change(store, publish, id, { custom_attributes: omitAttributes(custom_attributes, names) });
}

/**
 * Adds a label. Nothing happens if the account does not have it, or the conversation has it
 * already.
 */
export async function addLabel(
	store: Repositories,
	publish: EventPublisher,
	{ id }: ConversationRow,
	label: string,
): Promise<void> {
	const { account_id, labels } = await store.conversations.lock(id);
	if (labels.includes(label) || !(await store.labels.find(account_id, label))) return;
	await change(store, publish, id, { labels: [...labels, label] });
}

/**
 * Replaces the labels, also by ones that the account does not have.
 *
 * @param by who does it, for the line that tells the team; undefined where a label was renamed
 */
export async function setLabels(
	store: Repositories,
	publish: EventPublisher,
	{ id }: Pick<ConversationRow, 'id'>,
	titles: readonly string[],
	by: Writer | undefined,
): Promise<ConversationRow> {
	const conversation = await store.conversations.lock(id);
	const labels = [...new Set(titles)];
	if (isDeepStrictEqual(labels, conversation.labels)) return conversation;
	if (by) {
		const added = labels.filter((title) => !conversation.labels.includes(title));
		const removed = conversation.labels.filter((title) => !labels.includes(title));
		const name = nameOf(by);
		if (added.length > 0) await postActivity(store, publish, conversation, { code: 'labelled', name, labels: added });
		if (removed.length > 0) {
			await postActivity(store, publish, conversation, { code: 'unlabelled', name, labels: removed });
		}
	}
	return change(store, publish, id, { labels });
}

export async function setPriority(
	store: Repositories,
	publish: EventPublisher,
	{ id }: Pick<ConversationRow, 'id'>,
	priority: ConversationRow['priority'],
	by: Writer,
): Promise<ConversationRow> {
	const conversation = await store.conversations.lock(id);
	if (conversation.priority === priority) return conversation;
	const name = nameOf(by);
	const activity: Activity = priority ? { code: 'prioritised', name, priority } : { code: 'priority_removed', name };
	await postActivity(store, publish, conversation, activity);
	return change(store, publish, id, { priority });
}

export async function removeLabel(
	store: Repositories,
	publish: EventPublisher,
	{ id }: ConversationRow,
	label: string,
): Promise<void> {
	const { labels } = await store.conversations.lock(id);
	if (labels.includes(label)) await change(store, publish, id, { labels: labels.filter((other) => other !== label) });
}

async function change(
	store: Repositories,
	publish: EventPublisher,
	id: number,
	columns: Partial<Pick<ConversationRow, 'custom_attributes' | 'labels' | 'priority'>>,
): Promise<ConversationRow> {
	const conversation = await store.conversations.update(id, columns);
	await publish.conversation('conversation.updated', conversation);
	return conversation;
}
