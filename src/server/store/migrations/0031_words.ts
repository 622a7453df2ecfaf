/**
 * The words of messages and contacts, by which the team finds them. Those that are there already
 * get theirs here.
 */
import { sql, type Kysely } from 'kysely';
import { insertManyWords } from '../fullText/words.ts';
import type { ColumnTypes } from './columnTypes.ts';

/** Rows that are read at a time. */
const AT_ONCE = 1_000;

interface Text {
	id: number;
	text: string;
	places: string;
}

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
	const company = types.member('additional_attributes', 'company_name');
	for (const [table, words, query] of [
		[
			'messages',
			'message_words',
			`select id, content as text, 'a' || account_id || ' i' || inbox_id as places
			from messages where message_type in (0, 1) and content is not null`,
		],
		[
			'contacts',
			'contact_words',
			`select id, name || ' ' || coalesce(email, '') || ' ' || coalesce(phone_number, '') || ' ' ||
			coalesce(identifier, '') || ' ' || coalesce(${company}, '') as text, 'a' || account_id || case
				when email is not null or phone_number is not null or identifier is not null then ' k' || account_id
				else '' end as places
			from contacts where true`,
		],
	] as const) {
		await types.words(db, words, () => fill(db, words, query));
		await types.onRow(db, { name: `${words}_go`, table, event: 'delete' }, [
			`delete from ${words} where rowid = old.id`,
		]);
	}
}

/** `query` may be narrowed by a further condition. */
export async function fill(
	db: Kysely<unknown>,
	table: 'message_words' | 'contact_words',
	query: string,
): Promise<void> {
	for (let after = 0; ;) {
		const { rows } = await sql.raw<Text>(`${query} and id > ${after} order by id limit ${AT_ONCE}`).execute(db);
		await insertManyWords(
			db,
			table,
			rows.map(({ places, ...row }) => ({ ...row, places: places.split(' ') })),
		);
		const last = rows.at(-1);
		if (!last) return;
		after = last.id;
	}
}
