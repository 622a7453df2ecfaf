/** Folds texts again: letters that do not decompose are found by those that people type, numbers by any way to write them. */
import { sql, type Kysely } from 'kysely';
import { foldText } from '#protocol/foldText.ts';
import { fill } from './0031_words.ts';
import type { ColumnTypes } from './columnTypes.ts';

/** Articles that are read at a time. */
const AT_ONCE = 100;

interface Article {
	id: number;
	title: string;
	description: string;
	content: string;
}

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	const company = types.member('additional_attributes', 'company_name');
	for (const [words, query] of [
		[
			'message_words',
			`select id, content as text, 'a' || account_id || ' i' || inbox_id as places
			from messages where message_type in (0, 1) and content is not null`,
		],
		[
			'contact_words',
			// A line each, so that no number goes on with the next fact.
			`select id, name || '\n' || coalesce(email, '') || '\n' || coalesce(phone_number, '') || '\n' ||
			coalesce(identifier, '') || '\n' || coalesce(${company}, '') as text, 'a' || account_id || case
				when email is not null or phone_number is not null or identifier is not null then ' k' || account_id
				else '' end as places
			from contacts where true`,
		],
	] as const) {
		await sql`delete from ${sql.table(words)}`.execute(db);
		await fill(db, words, query);
	}
	await foldArticles(db);
}

async function foldArticles(db: Kysely<unknown>): Promise<void> {
	for (let after = 0; ;) {
		const { rows } = await sql<Article>`
			select id, title, description, content from articles where id > ${after} order by id limit ${AT_ONCE}
		`.execute(db);
		for (const { id, title, description, content } of rows) {
			const text = foldText(`${title}\n${description}\n${content}`);
			await sql`update articles set search_title = ${foldText(title)}, search_text = ${text} where id = ${id}`.execute(
				db,
			);
		}
		const last = rows.at(-1);
		if (!last) return;
		after = last.id;
	}
}
