/** Access tokens of users and bots, of which only hashes are stored. */
import type { Kysely } from 'kysely';
import { MINUTE } from '#protocol/base/duration.ts';
import { hashToken, realtimeToken } from '../../base/randomToken.ts';
import type { AccessToken, Database } from '../tables/schema.ts';

/** The owner of a token. */
export type TokenOwner = { user_id: number } | { agent_bot_id: number };

export interface NewAccessToken {
	name: string;
	token: string;
	/** Null for a token that never expires. */
	expiresAt: number | null;
}

export function createAccessTokens(db: Kysely<Database>) {
	const column = (owner: TokenOwner) => ('user_id' in owner ? 'user_id' : 'agent_bot_id');
	const idOf = (owner: TokenOwner) => ('user_id' in owner ? owner.user_id : owner.agent_bot_id);
	const valid = () =>
		db
			.selectFrom('access_tokens')
			.selectAll()
			.where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', Date.now())]));

	return {
		/** Undefined for a token that is unknown, revoked or expired. */
		findByToken: (token: string): Promise<AccessToken | undefined> =>
			valid().where('token_hash', '=', hashToken(token)).executeTakeFirst(),

		findByRealtimeToken: (userId: number, token: string): Promise<AccessToken | undefined> =>
			valid().where('realtime_hash', '=', hashToken(token)).where('user_id', '=', userId).executeTakeFirst(),

		list: (owner: TokenOwner): Promise<AccessToken[]> =>
			db.selectFrom('access_tokens').selectAll().where(column(owner), '=', idOf(owner)).orderBy('id').execute(),

		insert: (owner: TokenOwner, { name, token, expiresAt }: NewAccessToken): Promise<AccessToken> =>
			db
				.insertInto('access_tokens')
				.values({
					user_id: null,
					agent_bot_id: null,
					...owner,
					name,
					token_hash: hashToken(token),
					realtime_hash: hashToken(realtimeToken(token)),
					last_four: token.slice(-4),
					last_used_at: null,
					expires_at: expiresAt,
					created_at: Date.now(),
				})
				.returningAll()
				.executeTakeFirstOrThrow(),

		/** Records the use of a token, unless one was recorded within the last minute. */
		async touch({ id, last_used_at }: AccessToken): Promise<void> {
			const now = Date.now();
			if (last_used_at !== null && last_used_at > now - MINUTE) return;
			await db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
		},

		/** False where the owner has no such token. */
		async delete(owner: TokenOwner, id: number): Promise<boolean> {
			const deleted = await db
				.deleteFrom('access_tokens')
				.where('id', '=', id)
				.where(column(owner), '=', idOf(owner))
				.returning('id')
				.executeTakeFirst();
			return deleted !== undefined;
		},

		async deleteAll(owner: TokenOwner): Promise<void> {
			await db.deleteFrom('access_tokens').where(column(owner), '=', idOf(owner)).execute();
		},
	};
}
