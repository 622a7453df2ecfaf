/** A session of the desk that was begun with an access token ends with that token. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table desk_sessions
		add column access_token_id bigint references access_tokens (id) on delete cascade`.execute(db);
	await sql`alter table desk_sessions add column ends_at bigint`.execute(db);
	await db.schema.createIndex('desk_sessions_token').on('desk_sessions').column('access_token_id').execute();
}
