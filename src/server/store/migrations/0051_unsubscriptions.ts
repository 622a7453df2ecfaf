/** Who wants no more answers by mail is known by the address alone, also where no contact has it any more. */
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

/** Rows that one statement inserts. */
const AT_ONCE = 500;

interface Unsubscribed {
	account_id: number;
	refused_email: string;
}

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('unsubscriptions')
		.addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
		.addColumn('address_hash', 'text', (column) => column.notNull())
		.addPrimaryKeyConstraint('unsubscriptions_key', ['account_id', 'address_hash'])
		.execute();
	const { rows } = await sql<Unsubscribed>`select distinct account_id, refused_email from contacts
		where email_refusal = 'unsubscribed' and refused_email is not null`.execute(db);
	for (let start = 0; start < rows.length; start += AT_ONCE) {
		const values = rows
			.slice(start, start + AT_ONCE)
			.map(({ account_id, refused_email }) => sql`(${account_id}, ${hashOf(account_id, refused_email)})`);
		await sql`insert into unsubscriptions (account_id, address_hash) values ${sql.join(values)}`.execute(db);
	}
}

function hashOf(accountId: number, address: string): string {
	return createHash('sha256').update(`${accountId} ${address}`).digest('base64url');
}
