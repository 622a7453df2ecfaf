/**
 * A row for each queue of deliveries in which something waits, so that what is due is found without
 * what waits behind it.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable('delivery_queues')
		.addColumn('queue', 'text', (column) => column.primaryKey().notNull())
		.addColumn('receiver', 'text', (column) => column.notNull())
		.addColumn('due_at', 'bigint', (column) => column.notNull())
		.execute();
	await sql`insert into delivery_queues (queue, receiver, due_at)
		select head.queue, head.receiver_type || ' ' || head.receiver_id, head.due_at
		from deliveries as head
		where head.given_up_at is null and head.id =
			(select min(waiting.id) from deliveries as waiting where waiting.queue = head.queue and waiting.given_up_at is null)
	`.execute(db);
	await db.schema
		.createIndex('delivery_queues_receiver')
		.on('delivery_queues')
		.columns(['receiver', 'due_at', 'queue'])
		.execute();
	await db.schema.createIndex('delivery_queues_due').on('delivery_queues').column('due_at').execute();
	await db.schema.dropIndex('deliveries_due').execute();
	await db.schema.alterTable('deliveries').dropColumn('due_at').execute();
}
