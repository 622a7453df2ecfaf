/** Identities that expire: the sites' public keys, and until when a session's proof holds. */
import type { Kysely } from 'kysely';
import type { ColumnTypes } from './columnTypes.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	await db.schema.alterTable('web_widgets').addColumn('identity_public_keys', types.json).execute();
	await db.schema.alterTable('contact_inboxes').addColumn('proven_until', 'bigint').execute();
}
