/** The desk's sessions. Of their cookies only hashes are stored. */
import type { Kysely } from 'kysely';
import { DAY, MINUTE } from '#protocol/base/duration.ts';
import { hashToken } from '../../base/randomToken.ts';
import type { AccessToken, Database, DeskSession } from '../tables/schema.ts';

/** Milliseconds after which an unused session ends. */
const UNUSED_MAX = 30 * DAY;

export interface NewDeskSession {
	token: string;
	/** Browser and system, in English. */
	device: string;
	begunBy: DeskSession['begun_by'];
	/** The access token that it was begun with, and ends with. */
	accessToken?: Pick<AccessToken, 'id' | 'expires_at'> | undefined;
}

export function createDeskSessions(db: Kysely<Database>) {
	return {
		/** Undefined for a session that is unknown, ended or expired. */
		findByToken: (token: string): Promise<DeskSession | undefined> =>
			db
				.selectFrom('desk_sessions')
				.selectAll()
				.where('token_hash', '=', hashToken(token))
				.where('expires_at', '>', Date.now())
				.executeTakeFirst(),

		/** Sessions that have not expired, the last used first. */
		list: (userId: number): Promise<DeskSession[]> =>
			db
				.selectFrom('desk_sessions')
				.selectAll()
				.where('user_id', '=', userId)
				.where('expires_at', '>', Date.now())
				.orderBy('last_used_at', 'desc')
				.orderBy('id', 'desc')
				.execute(),

		async insert(userId: number, { token, device, begunBy, accessToken }: NewDeskSession): Promise<DeskSession> {
			const now = Date.now();
			await db.deleteFrom('desk_sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
			return db
				.insertInto('desk_sessions')
				.values({
					user_id: userId,
					token_hash: hashToken(token),
					device,
					begun_by: begunBy,
					access_token_id: accessToken?.id ?? null,
					ends_at: accessToken?.expires_at ?? null,
					last_used_at: now,
					expires_at: unusedUntil(now, accessToken?.expires_at),
					created_at: now,
				})
				.returningAll()
				.executeTakeFirstOrThrow();
		},

		/**
		 * Records the use of a session, which puts off its end, unless one was recorded within the
		 * last minute.
		 */
		async touch({ id, last_used_at, ends_at }: DeskSession): Promise<void> {
			const now = Date.now();
			if (last_used_at > now - MINUTE) return;
			await db
				.updateTable('desk_sessions')
				.set({ last_used_at: now, expires_at: unusedUntil(now, ends_at) })
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

function unusedUntil(now: number, endsAt: number | null | undefined): number {
	return Math.min(now + UNUSED_MAX, endsAt ?? Infinity);
}
