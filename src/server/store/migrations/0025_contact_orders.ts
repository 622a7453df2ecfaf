/** Indexes for the orders of the team's list of contacts, which leaves out anonymous visitors. */
import { sql, type Kysely } from 'kysely';

const IS_KNOWN = '(email is not null or phone_number is not null or identifier is not null)';

export async function up(db: Kysely<unknown>): Promise<void> {
	for (const [name, columns] of Object.entries({
		contacts_by_name: 'lower(name), id',
		contacts_by_email: "coalesce(email, ''), id",
		contacts_by_activity: 'coalesce(last_activity_at, 0), id',
		contacts_by_age: 'id',
	})) {
		await sql.raw(`create index ${name} on contacts (account_id, ${columns}) where ${IS_KNOWN}`).execute(db);
	}
}
