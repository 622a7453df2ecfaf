/** The identity key before the current one, and until when it is valid. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('web_widgets').addColumn('former_hmac_token', 'text').execute();
	await db.schema.alterTable('web_widgets').addColumn('former_hmac_until', 'bigint').execute();
}
