/** What the team itself began was counted as answered at once. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`delete from reporting_events where name = 'first_response' and conversation_id in (
		select id from conversations where campaign_id is null and (
			select message_type from messages
			where messages.conversation_id = conversations.id and message_type in (0, 1) and not private
			order by messages.id limit 1
		) = 1
	)`.execute(db);
}
