/**
 * Makes a history of years within minutes: rows past the server, in a few large statements that
 * both databases understand.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { StoreOptions } from '../../src/server/store/store.ts';

const MESSAGES_PER_CONVERSATION = 10;
/** Conversations that go on at the same time: their messages lie among each other. */
const AT_ONCE = 50;
const YEARS = 2;
const YEAR = 365 * 86_400_000;

/**
 * What was made; ids of conversations, their display ids and ids of the sessions that began them
 * are the same, from 1.
 */
export interface History {
	messages: number;
	conversations: number;
	contacts: number;
}

/**
 * The database of a server that has the demo and the channel `second`, and that no visitor has
 * written to.
 */
export async function fillDatabase({ dataDir, databaseUrl }: StoreOptions, messages: number): Promise<History> {
	const conversations = messages / MESSAGES_PER_CONVERSATION;
	if (!Number.isInteger(conversations / AT_ONCE)) throw new Error(`${messages} is no multiple of 500`);
	const history = { messages, conversations, contacts: (conversations * 4) / 5 };
	const statements = statementsFor(history, Date.now());
	if (databaseUrl === undefined) fillSqlite(dataDir, statements);
	else await fillPostgres(databaseUrl, statements);
	return history;
}

function fillSqlite(dataDir: string, statements: readonly string[]): void {
	const file = new Database(join(dataDir, 'live-chat.sqlite'));
	file.pragma('journal_mode = WAL');
	// Should this be interrupted, it begins anew.
	file.pragma('synchronous = OFF');
	file.pragma('cache_size = -500000');
	file.pragma('foreign_keys = OFF');
	for (const statement of statements) file.exec(statement);
	file.pragma('wal_checkpoint(TRUNCATE)');
	file.close();
}

async function fillPostgres(databaseUrl: string, statements: readonly string[]): Promise<void> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		await client.query('set synchronous_commit = off');
		// No triggers: those of foreign keys look up each row. The counts are made below.
		await client.query('set session_replication_role = replica');
		for (const statement of statements) await client.query(statement);
		await client.query(`insert into conversation_counts (account_id, inbox_id, status, assignee_id, change)
			select account_id, inbox_id, status, assignee_id, count(*) from conversations group by account_id, inbox_id, status, assignee_id`);
		for (const table of ['contacts', 'contact_inboxes', 'conversations', 'messages', 'blobs', 'attachments'])
			await client.query(`select setval('${table}_id_seq', (select max(id) from ${table}))`);
		await client.query('vacuum analyze');
	} finally {
		await client.end();
	}
}

/**
 * Nine of ten conversations are resolved, and those that are open are new, as in any team's
 * history.
 */
function statementsFor({ messages, conversations, contacts }: History, now: number): string[] {
	const began = now - YEARS * YEAR;
	const step = Math.floor((YEARS * YEAR) / messages);
	const numbers = (count: number) =>
		`with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${count})`;
	const timeOf = (message: string) => `${began} + (${message}) * ${step}`;
	const perBlock = AT_ONCE * MESSAGES_PER_CONVERSATION;
	const conversationOf = `(((n - 1) / ${perBlock}) * ${AT_ONCE} + (n - 1) % ${AT_ONCE} + 1)`;
	const placeOf = `((n - 1) % ${perBlock} / ${AT_ONCE})`;
	const messageOf = (place: number) =>
		`(((n - 1) / ${AT_ONCE}) * ${perBlock} + ${place * AT_ONCE} + (n - 1) % ${AT_ONCE} + 1)`;
	const contactOf = (conversation: string) =>
		`(case when ${conversation} <= ${contacts} then ${conversation} else ${conversation} - ${contacts} end)`;
	const inboxOf = (conversation: string) => `(case when ${conversation} % 10 = 0 then 2 else 1 end)`;
	const isNew = `n > ${conversations * 0.9}`;
	const first = timeOf(messageOf(0));
	const last = timeOf(messageOf(MESSAGES_PER_CONVERSATION - 1));
	return [
		`${numbers(contacts)} insert into contacts (id, account_id, name, email, identifier, avatar_url, blocked, last_activity_at, created_at, updated_at)
			select n, 1, 'visitor-' || n, case when n % 3 = 0 then 'visitor' || n || '@example.com' end, case when n > ${conversations - contacts} then 'user ' || n end,
				'', false, ${last}, ${first}, ${last} from numbers`,
		`${numbers(conversations)} insert into contact_inboxes (id, contact_id, inbox_id, source_id, pubsub_token, hmac_verified, last_used_at, created_at)
			select n, ${contactOf('n')}, ${inboxOf('n')}, 'source-' || n, 'pubsub-' || n, n > ${contacts}, ${last}, ${first} from numbers`,
		`${numbers(conversations)} insert into conversations (id, account_id, inbox_id, contact_id, contact_inbox_id, display_id, uuid, status, assignee_id,
				snoozed_until, waiting_since, first_reply_created_at, agent_last_seen_at, agent_last_seen_message_id, contact_last_seen_at,
				contact_last_seen_message_id, last_activity_at, additional_attributes, created_at, updated_at)
			select n, 1, ${inboxOf('n')}, ${contactOf('n')}, n, n, 'uuid-' || n,
				case when ${isNew} and n % 10 < 7 then 'open' when ${isNew} and n % 10 = 7 then 'pending' when ${isNew} and n % 10 = 8 then 'snoozed' else 'resolved' end,
				case when n % 3 = 0 then null else n % 3 end, case when ${isNew} and n % 10 = 8 then ${now + YEAR} end, null, ${first}, ${last}, ${messageOf(MESSAGES_PER_CONVERSATION - 1)},
				${last}, ${messageOf(MESSAGES_PER_CONVERSATION - 1)}, ${last}, '{"browser":{"browser_name":"Firefox","platform_name":"Linux"},"referer":"https://shop.example/cups"}',
				${first}, ${last} from numbers`,
		`${numbers(messages)} insert into messages (id, account_id, inbox_id, conversation_id, message_type, content, content_type, private, status, echo_id,
				contact_inbox_id, sender_type, sender_id, created_at, updated_at)
			select n, 1, ${inboxOf(conversationOf)}, ${conversationOf},
				case when ${placeOf} = 9 and ${conversationOf} % 10 = 1 then 3 when ${placeOf} = 8 and ${conversationOf} % 5 = 0 then 2 when ${placeOf} % 2 = 0 then 0 else 1 end,
				'Is it dishwasher safe, and do you deliver to the islands before the end of the month? Question ' || n,
				case when ${placeOf} = 9 and ${conversationOf} % 10 = 1 then 'input_csat' else 'text' end, false,
				case when ${placeOf} % 2 = 0 then 'sent' else 'read' end, 'echo-' || n,
				case when ${placeOf} % 2 = 0 then ${conversationOf} end, case when ${placeOf} % 2 = 0 then 'Contact' else 'User' end,
				case when ${placeOf} % 2 = 0 then ${contactOf(conversationOf)} else 1 end, ${timeOf('n')}, ${timeOf('n')} from numbers`,
		`${numbers(messages / 50)} insert into blobs (id, key, filename, content_type, byte_size, checksum, created_at, stored_at, claimed_at)
			select n, 'key-' || n, 'list.pdf', 'application/pdf', 1000, '', ${timeOf('n * 50')}, ${timeOf('n * 50')}, ${timeOf('n * 50')} from numbers`,
		`${numbers(messages / 50)} insert into attachments (id, account_id, message_id, file_type, blob_id) select n, 1, n * 50, 'file', n from numbers`,
		`update accounts set last_display_id = ${conversations} where id = 1`,
		// An agent of the smaller website alone.
		'delete from inbox_members where inbox_id = 1 and user_id = 2',
	];
}
