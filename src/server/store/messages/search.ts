/** The team's search (docs/application-api.md, Search). */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { SEARCH_PER_PAGE } from '#protocol/base/limits.ts';
import { idsHavingLabel, readSlice, type ContactsInOrder, type ContactSlice } from '../contacts/contactList.ts';
import type { ConversationRow, Database, MessageRow } from '../tables/schema.ts';
import { placeOf, seek } from '../fullText/words.ts';

/**
 * The newest finds, of which a list filtered by words consists (docs/application-api.md, Search).
 */
export const FOUND_EXAMINED = 1_000;

export interface Search {
	accountId: number;
	/** Undefined: all inboxes of the account. Contacts are found in any case. */
	inboxIds: readonly number[] | undefined;
	text: string;
	/** From 1. */
	page: number;
}

interface ContactsSought extends Pick<Search, 'accountId' | 'text'> {
	/** Those that have any of these; of an empty list, all. */
	labels?: readonly string[];
}

export function createSearch(db: Kysely<Database>) {
	/** Ids of the contacts with these words; undefined for no words. */
	const idsOf = ({ accountId, text, labels = [] }: ContactsSought): RawBuilder<number> | undefined => {
		const words = seek(db, 'contact_words', { text, places: [placeOf.known(accountId)] });
		if (!words || labels.length === 0) return words;
		return sql`select found.rowid from (${words}) as found where found.rowid in (${idsHavingLabel(db, accountId, labels)})`;
	};

	const limitTo = (found: RawBuilder<number>, limit: number, offset = 0) =>
		sql<number>`(${found} order by rowid desc limit ${sql.lit(limit)} offset ${sql.lit(offset)})`;

	const inMessages = ({ accountId, inboxIds, text }: Omit<Search, 'page'>) =>
		seek(db, 'message_words', {
			text,
			places: inboxIds?.map(placeOf.inbox) ?? [placeOf.account(accountId)],
		});

	return {
		/** Messages of visitors, agents and bots, also private ones; newest first. */
		async listMessages(search: Search): Promise<MessageRow[]> {
			const found = inMessages(search);
			if (!found) return [];
			return db
				.selectFrom('messages')
				.selectAll()
				.where('id', 'in', limitTo(found, SEARCH_PER_PAGE, (search.page - 1) * SEARCH_PER_PAGE))
				.orderBy('id', 'desc')
				.execute();
		},

		/** The conversations of the newest messages that are found. */
		async listConversationIds(search: Omit<Search, 'page'>): Promise<number[]> {
			const found = inMessages(search);
			if (!found) return [];
			const rows = await db
				.selectFrom('messages')
				.select('conversation_id')
				.distinct()
				.where('id', 'in', limitTo(found, FOUND_EXAMINED))
				.execute();
			return rows.map(({ conversation_id }) => conversation_id);
		},

		/** Conversations by their number, or by who their contact is; newest first. */
		async listConversations({ accountId, inboxIds, text, page }: Search): Promise<ConversationRow[]> {
			const contacts = seek(db, 'contact_words', { text, places: [placeOf.account(accountId)] });
			const number = /^\s*#?(\d{1,15})\s*$/.exec(text)?.[1];
			const visible = () => {
				const conversations = db.selectFrom('conversations').select('id');
				return inboxIds ? conversations.where('inbox_id', 'in', inboxIds) : conversations;
			};
			if (!contacts || inboxIds?.length === 0) return [];
			const ofContacts = visible().where('contact_id', 'in', limitTo(contacts, FOUND_EXAMINED));
			const numbered = visible()
				.where('account_id', '=', accountId)
				.where('display_id', '=', Number(number ?? 0));
			return db
				.selectFrom('conversations')
				.selectAll()
				.where('id', 'in', number === undefined ? ofContacts : ofContacts.union(numbered))
				.orderBy('id', 'desc')
				.limit(SEARCH_PER_PAGE)
				.offset((page - 1) * SEARCH_PER_PAGE)
				.execute();
		},

		/** Contacts of the team's list. */
		async listContacts(found: ContactsSought, slice: ContactSlice): Promise<ContactsInOrder> {
			const ids = idsOf(found);
			if (!ids) return { contacts: [], next: undefined };
			return readSlice(db.selectFrom('contacts').where('id', 'in', sql<number>`(${ids})`), slice);
		},

		async countContacts(found: ContactsSought): Promise<number> {
			const ids = idsOf(found);
			if (!ids) return 0;
			const { rows } = await sql<{ count: number }>`select count(*) as count from (${ids}) as found`.execute(db);
			return rows[0]?.count ?? 0;
		},
	};
}
