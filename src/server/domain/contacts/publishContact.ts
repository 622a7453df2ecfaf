import { isDeepStrictEqual } from 'node:util';
import type { ContactRow } from '../../store/tables/schema.ts';
import type { Repositories } from '../../store/store.ts';
import type { EventPublisher } from '../eventPublisher.ts';

/**
 * Of a contact with more conversations, agents learn what changed in the older ones when they read
 * them again.
 */
const CONVERSATIONS_MAX = 25;

/**
 * Tells those who see the contact's conversations, and webhooks, that the contact has other facts,
 * or has been merged with another contact.
 */
export async function publishContact(
	{ conversations }: Repositories,
	publish: EventPublisher,
	before: ContactRow,
	after: ContactRow,
): Promise<void> {
	if (isSame(before, after)) return;
	await publish.contactUpdated(after, before.id === after.id ? before : undefined);
	for (const conversation of await conversations.touchOfContact(after.id, CONVERSATIONS_MAX))
		await publish.conversation('conversation.updated', conversation);
}

/** The queue of what webhooks are told about a contact. */
export function subjectOfContact(id: number): string {
	return `contact ${id}`;
}

function isSame(before: ContactRow, after: ContactRow): boolean {
	return isDeepStrictEqual(before, { ...after, updated_at: before.updated_at });
}
