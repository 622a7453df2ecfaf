/**
 * One queue for deliveries to bots, webhooks and the mail server, which also keeps those that were
 * given up.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema.alterTable('webhook_deliveries').renameTo('deliveries').execute();
	await db.schema.alterTable('deliveries').addColumn('failure', 'text').execute();
	await db.schema.alterTable('deliveries').addColumn('given_up_at', 'bigint').execute();
	await sql`insert into deliveries
		(receiver_type, receiver_id, queue, conversation_id, event, payload, attempts, due_at, created_at)
		select 'mail', 0, 'mail 0 ' || conversation_id, conversation_id, 'transcript', mail, attempts, due_at, created_at
		from mail_queue order by id`.execute(db);
	await db.schema.dropTable('mail_queue').execute();

	for (const name of ['queue', 'due', 'conversation', 'session'])
		await db.schema.dropIndex(`webhook_deliveries_${name}`).execute();
	await sql`create index deliveries_queue on deliveries (queue, id) where given_up_at is null`.execute(db);
	await sql`create index deliveries_due on deliveries (due_at, id) where given_up_at is null`.execute(db);
	await sql`create index deliveries_failing on deliveries (receiver_type, receiver_id)
		where given_up_at is null and failure is not null`.execute(db);
	await sql`create index deliveries_receiver on deliveries (receiver_type, receiver_id, created_at)
		where given_up_at is null`.execute(db);
	await sql`create index deliveries_given_up on deliveries (given_up_at, id) where given_up_at is not null`.execute(db);
	await db.schema.createIndex('deliveries_conversation').on('deliveries').column('conversation_id').execute();
	await db.schema.createIndex('deliveries_session').on('deliveries').column('contact_inbox_id').execute();
}
