/**
 * What webhooks are told about a contact is found by its queue, also where it was given up: it goes
 * with the contact.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index deliveries_of_subject on deliveries (queue)
		where conversation_id is null and contact_inbox_id is null`.execute(db);
}
