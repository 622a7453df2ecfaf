/** Visitor sessions (`contact_inboxes`), which signed visitor tokens name. */
import type { Kysely } from 'kysely';
import { DAY } from '#protocol/base/duration.ts';
import { locking } from '../dialect/locking.ts';
import type { ContactInbox, Database } from '../tables/schema.ts';
import { createStatement } from '../tables/statement.ts';

export interface NewSession {
	contactId: number;
	inboxId: number;
	sourceId: string;
	pubsubToken: string;
	/** Where its conversations begin by mail. */
	mailAddress?: string;
}

const FIND_BY_SOURCE = createStatement((db, { inboxId, sourceId }: Pick<NewSession, 'inboxId' | 'sourceId'>) =>
	db.selectFrom('contact_inboxes').selectAll().where('inbox_id', '=', inboxId).where('source_id', '=', sourceId),
);

const LOCK = createStatement((db, { id }: { id: number }) =>
	locking(db, db.selectFrom('contact_inboxes').selectAll().where('id', '=', id)),
);

export function createSessions(db: Kysely<Database>) {
	return {
		findBySource: (inboxId: number, sourceId: string): Promise<ContactInbox | undefined> =>
			FIND_BY_SOURCE.executeTakeFirst(db, { inboxId, sourceId }),

		/** The session in any of these inboxes. */
		findBySourceAmong: (inboxIds: readonly number[], sourceId: string): Promise<ContactInbox | undefined> =>
			inboxIds.length === 0
				? Promise.resolve(undefined)
				: db
						.selectFrom('contact_inboxes')
						.selectAll()
						.where('inbox_id', 'in', inboxIds)
						.where('source_id', '=', sourceId)
						.executeTakeFirst(),

		/** The sessions that have it, one of each inbox at most. */
		async listIdsBySource(inboxIds: readonly number[], sourceId: string): Promise<number[]> {
			if (inboxIds.length === 0) return [];
			const rows = await db
				.selectFrom('contact_inboxes')
				.select('id')
				.where('inbox_id', 'in', inboxIds)
				.where('source_id', '=', sourceId)
				.execute();
			return rows.map(({ id }) => id);
		},

		findByPubsubToken: (pubsubToken: string): Promise<ContactInbox | undefined> =>
			db.selectFrom('contact_inboxes').selectAll().where('pubsub_token', '=', pubsubToken).executeTakeFirst(),

		listByIds: (ids: readonly number[]): Promise<ContactInbox[]> =>
			ids.length === 0
				? Promise.resolve([])
				: db.selectFrom('contact_inboxes').selectAll().where('id', 'in', ids).execute(),

		listByContact: (contactId: number): Promise<ContactInbox[]> =>
			db.selectFrom('contact_inboxes').selectAll().where('contact_id', '=', contactId).execute(),

		/** Those in which the contact writes in the chat. */
		listOfChat: (contactId: number): Promise<ContactInbox[]> =>
			db
				.selectFrom('contact_inboxes')
				.selectAll()
				.where('contact_id', '=', contactId)
				.where('mail_address', 'is', null)
				.execute(),

		/** The newest sessions of each of these contacts, newest first. */
		listNewest(contactIds: readonly number[], limit: number): Promise<ContactInbox[]> {
			const newestOf = (contactId: number) =>
				db
					.selectFrom((sessions) =>
						sessions
							.selectFrom('contact_inboxes')
							.selectAll()
							.where('contact_id', '=', contactId)
							.orderBy('id', 'desc')
							.limit(limit)
							.as('newest'),
					)
					.selectAll();
			const [first, ...others] = contactIds;
			if (first === undefined) return Promise.resolve([]);
			return others.reduce((all, contactId) => all.unionAll(newestOf(contactId)), newestOf(first)).execute();
		},

		/** Those of these contacts that the site has proven to be the visitor in some session. */
		listProvenContactIds: async (contactIds: readonly number[]): Promise<number[]> =>
			contactIds.length === 0
				? []
				: (
						await db
							.selectFrom('contact_inboxes')
							.select('contact_id')
							.distinct()
							.where('contact_id', 'in', contactIds)
							.where('hmac_verified', '=', true)
							.execute()
					).map(({ contact_id }) => contact_id),

		/** Contacts who have sessions in the inbox, in no order. */
		listContactIds: async (inboxId: number, limit: number): Promise<number[]> => {
			const sessions = db.selectFrom('contact_inboxes').select('contact_id').where('inbox_id', '=', inboxId);
			return [...new Set((await sessions.limit(limit).execute()).map(({ contact_id }) => contact_id))];
		},

		/** The sessions in which the site has proven that the visitor is this contact. */
		listProvenByContact: (contactId: number): Promise<ContactInbox[]> =>
			db
				.selectFrom('contact_inboxes')
				.selectAll()
				.where('contact_id', '=', contactId)
				.where('hmac_verified', '=', true)
				.execute(),

		/**
		 * The inbox's sessions whose conversations belong to the reader of that mailbox, proven or
		 * claimed, without those of users that the site has proven.
		 */
		listByMailbox: (inboxId: number, mailbox: string): Promise<ContactInbox[]> =>
			db
				.selectFrom('contact_inboxes')
				.selectAll()
				.where('inbox_id', '=', inboxId)
				.where('mailbox', '=', mailbox)
				.where('hmac_verified', '=', false)
				.execute(),

		listByContacts: (contactIds: readonly number[]): Promise<ContactInbox[]> =>
			contactIds.length === 0
				? Promise.resolve([])
				: db.selectFrom('contact_inboxes').selectAll().where('contact_id', 'in', contactIds).execute(),

		/** @param provenAt null where the sessions only claim the address */
		async setMailbox(ids: readonly number[], mailbox: string, provenAt: number | null): Promise<void> {
			if (ids.length === 0) return;
			await db
				.updateTable('contact_inboxes')
				.set({ mailbox, mailbox_proven_at: provenAt })
				.where('id', 'in', ids)
				.execute();
		},

		insert(session: NewSession): Promise<ContactInbox> {
			const now = Date.now();
			return db
				.insertInto('contact_inboxes')
				.values({
					contact_id: session.contactId,
					inbox_id: session.inboxId,
					source_id: session.sourceId,
					pubsub_token: session.pubsubToken,
					mail_address: session.mailAddress ?? null,
					hmac_verified: false,
					last_used_at: now,
					created_at: now,
				})
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		/** Notes that the session is used, once a day. */
		async touch({ id, last_used_at }: Pick<ContactInbox, 'id' | 'last_used_at'>): Promise<void> {
			const now = Date.now();
			if (last_used_at > now - DAY) return;
			await db.updateTable('contact_inboxes').set({ last_used_at: now }).where('id', '=', id).execute();
		},

		/** Gives the session other names, so that the former ones are invalid. */
		async rename(id: number, sourceId: string, pubsubToken: string): Promise<void> {
			await db
				.updateTable('contact_inboxes')
				.set({ source_id: sourceId, pubsub_token: pubsubToken })
				.where('id', '=', id)
				.execute();
		},

		/** Serialises writers of one session: the row stays locked until the transaction ends. */
		lock: (id: number): Promise<ContactInbox> => LOCK.executeTakeFirstOrThrow(db, { id }),

		/** Their conversations have to be deleted before. */
		async delete(ids: readonly number[]): Promise<void> {
			if (ids.length > 0) await db.deleteFrom('contact_inboxes').where('id', 'in', ids).execute();
		},

		async markCaptchaPassed(id: number): Promise<void> {
			await db.updateTable('contact_inboxes').set({ captcha_passed_at: Date.now() }).where('id', '=', id).execute();
		},

		/** @param until when the proof expires; null for never */
		markProven: (id: number, until: number | null): Promise<ContactInbox> =>
			db
				.updateTable('contact_inboxes')
				.set({ hmac_verified: true, proven_until: until })
				.where('id', '=', id)
				.returningAll()
				.executeTakeFirstOrThrow(),
	};
}
