import { randomUUID } from 'node:crypto';
import { randomToken } from '../../base/randomToken.ts';
import { recordChange } from '../recordChange.ts';
import type { Repositories } from '../../store/store.ts';

/**
 * Makes all visitor tokens of the contact invalid: their browsers are those of new visitors then.
 * What was said stays with the contact, and a user reads it once the site proves their identity
 * again. Answers how many sessions there were.
 */
export async function revokeSessions(store: Repositories, contactId: number): Promise<number> {
	const { contacts, sessions } = store;
	const all = await sessions.listByContact(contactId);
	for (const { id } of all) await sessions.rename(id, randomUUID(), randomToken());
	const { account_id } = await contacts.find(contactId);
	await recordChange(store, { accountId: account_id, action: 'end_sessions', type: 'Contact', id: contactId });
	return all.length;
}
