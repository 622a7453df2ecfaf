/** Who is signed in at the desk, of whose cookies only hashes are kept. */
import type { Kysely } from 'kysely';
import { DAY, MINUTE } from '#protocol/duration.ts';
import { hashToken } from '../base/randomToken.ts';
import type { Database, DeskSession } from './schema.ts';

/** An unused session ends after this many milliseconds. */
const UNUSED_MAX = 30 * DAY;

export interface NewDeskSession {
	token: string;
	/** Browser and system, in English. */
	device: string;
	begunBy: DeskSession['begun_by'];
}

export function createDeskSessions(db: Kysely<Database>) {
	return {
		/** Undefined for one that is unknown, ended or expired. */
		findByToken: (token: string): Promise<DeskSession | undefined> =>
			db
				.selectFrom('desk_sessions')
				.selectAll()
				.where('token_hash', '=', hashToken(token))
				.where('expires_at', '>', Date.now())
				.executeTakeFirst(),

		/** Those that have not expired, the last used first. */
		list: (userId: number): Promise<DeskSession[]> =>
			db
				.selectFrom('desk_sessions')
				.selectAll()
				.where('user_id', '=', userId)
				.where('expires_at', '>', Date.now())
				.orderBy('last_used_at', 'desc')
				.orderBy('id', 'desc')
				.execute(),

		async insert(userId: number, { token, device, begunBy }: NewDeskSession): Promise<DeskSession> {
			const now = Date.now();
			await db.deleteFrom('desk_sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
			return db
				.insertInto('desk_sessions')
				.values({
					user_id: userId,
					token_hash: hashToken(token),
					device,
					begun_by: begunBy,
					last_used_at: now,
					expires_at: now + UNUSED_MAX,
					created_at: now,
				})
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		/** Notes that it is used, which puts its end off, unless that was noted within the last minute. */
		async touch({ id, last_used_at }: DeskSession): Promise<void> {
			const now = Date.now();
			if (last_used_at > now - MINUTE) return;
			await db
				.updateTable('desk_sessions')
				.set({ last_used_at: now, expires_at: now + UNUSED_MAX })
				.where('id', '=', id)
				.execute();
		},

		find: (userId: number, id: number): Promise<DeskSession | undefined> =>
			db.selectFrom('desk_sessions').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst(),

		/** False where the user has no such session. */
		async delete(userId: number, id: number): Promise<boolean> {
			const deleted = await db
				.deleteFrom('desk_sessions')
				.where('id', '=', id)
				.where('user_id', '=', userId)
				.returning('id')
				.executeTakeFirst();
			return deleted !== undefined;
		},

		/** `exceptId`: one that stays. */
		async deleteAll(userId: number, exceptId?: number): Promise<void> {
			let sessions = db.deleteFrom('desk_sessions').where('user_id', '=', userId);
			if (exceptId !== undefined) sessions = sessions.where('id', '!=', exceptId);
			await sessions.execute();
		},
	};
}
