/**
 * The index of a contact's conversations has them in order, so that the newest are found without
 * reading the others.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.dropIndex('conversations_contact').execute();
	await db.schema.createIndex('conversations_contact').on('conversations').columns(['contact_id', 'id']).execute();
}
