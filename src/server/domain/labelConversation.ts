/**
 * Changes attributes, labels and priority of a conversation (docs/wire.md, Conversations and Labels;
 * docs/application-api.md, Conversations). The team is told of every change.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Attributes } from '#protocol/attributes.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Repositories } from '../store/store.ts';
import type { Announcer } from './announcer.ts';
import { checkAttributes, omitAttributes } from './attributes.ts';

/** Replaces the conversation's attributes. */
export async function setConversationAttributes(
	store: Repositories,
	announce: Announcer,
	{ id }: ConversationRow,
	attributes: Attributes,
): Promise<ConversationRow> {
	const custom_attributes = checkAttributes('custom_attributes', attributes);
	await store.conversations.lock(id);
	return change(store, announce, id, { custom_attributes });
}

export async function removeConversationAttributes(
	store: Repositories,
	announce: Announcer,
	{ id }: ConversationRow,
	names: readonly string[],
): Promise<ConversationRow> {
	const { custom_attributes } = await store.conversations.lock(id);
	return change(store, announce, id, { custom_attributes: omitAttributes(custom_attributes, names) });
}

/** Adds a label. Nothing happens if the account does not have it, or the conversation has it already. */
export async function addLabel(
	store: Repositories,
	announce: Announcer,
	{ id }: ConversationRow,
	label: string,
): Promise<void> {
	const { account_id, labels } = await store.conversations.lock(id);
	if (labels.includes(label) || !(await store.labels.find(account_id, label))) return;
	await change(store, announce, id, { labels: [...labels, label] });
}

/** Replaces the labels, also by ones that the account does not have. */
export async function setLabels(
	store: Repositories,
	announce: Announcer,
	{ id }: Pick<ConversationRow, 'id'>,
	titles: readonly string[],
): Promise<ConversationRow> {
	const conversation = await store.conversations.lock(id);
	const labels = [...new Set(titles)];
	if (isDeepStrictEqual(labels, conversation.labels)) return conversation;
	return change(store, announce, id, { labels });
}

export async function setPriority(
	store: Repositories,
	announce: Announcer,
	{ id }: Pick<ConversationRow, 'id'>,
	priority: ConversationRow['priority'],
): Promise<ConversationRow> {
	const conversation = await store.conversations.lock(id);
	return conversation.priority === priority ? conversation : change(store, announce, id, { priority });
}

export async function removeLabel(
	store: Repositories,
	announce: Announcer,
	{ id }: ConversationRow,
	label: string,
): Promise<void> {
	const { labels } = await store.conversations.lock(id);
	if (labels.includes(label)) await change(store, announce, id, { labels: labels.filter((other) => other !== label) });
}

async function change(
	store: Repositories,
	announce: Announcer,
	id: number,
	columns: Partial<Pick<ConversationRow, 'custom_attributes' | 'labels' | 'priority'>>,
): Promise<ConversationRow> {
	const conversation = await store.conversations.update(id, columns);
	await announce.conversation('conversation.updated', conversation);
	return conversation;
}
