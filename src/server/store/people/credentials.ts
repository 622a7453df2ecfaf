/** The credentials by which agents and visitors are connected, and whether they are still valid. */
import type { Kysely } from 'kysely';
import type { Database } from '../tables/schema.ts';

/** An access token, or a session of the desk. */
export interface Credential {
	kind: 'token' | 'session';
	id: number;
}

/** A credential, and the account in which it connects its owner. */
export interface Access extends Credential {
	accountId: number;
}

/** A visitor's session, and the realtime token that named it. */
export interface NamedSession {
	id: number;
	pubsubToken: string;
}

/** Sessions that are looked up at a time: databases limit the values of a statement. */
const SESSIONS_AT_ONCE = 10_000;

export function createCredentials(db: Kysely<Database>) {
	/** Members of accounts that are not suspended. */
	const members = () =>
		db
			.selectFrom('account_users')
			.innerJoin('accounts', 'accounts.id', 'account_users.account_id')
			.select('account_users.account_id')
			.where('accounts.status', '=', 'active')
			.where('account_users.removed_at', 'is', null);

	const listGoodTokens = (ids: readonly number[]) =>
		members()
			.innerJoin('access_tokens', 'access_tokens.user_id', 'account_users.user_id')
			.select('access_tokens.id')
			.where('access_tokens.id', 'in', ids)
			.where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', Date.now())]))
			.execute();

	const listGoodSessions = (ids: readonly number[]) =>
		members()
			.innerJoin('desk_sessions', 'desk_sessions.user_id', 'account_users.user_id')
			.select('desk_sessions.id')
			.where('desk_sessions.id', 'in', ids)
			.where('expires_at', '>', Date.now())
			.execute();

	const listGood = async (kind: Access['kind'], accesses: readonly Access[]): Promise<Access[]> => {
		const ids = [...new Set(accesses.filter((access) => access.kind === kind).map(({ id }) => id))];
		if (ids.length === 0) return [];
		const rows = await (kind === 'token' ? listGoodTokens(ids) : listGoodSessions(ids));
		return rows.map(({ id, account_id }) => ({ kind, id, accountId: account_id }));
	};

	return {
		/** Answers those of these that are no longer valid. */
		async findEnded<T extends Access>(accesses: readonly T[]): Promise<T[]> {
			const good = await Promise.all([listGood('token', accesses), listGood('session', accesses)]);
			const keys = new Set(good.flat().map(keyOf));
			return accesses.filter((access) => !keys.has(keyOf(access)));
		},

		/**
		 * Answers those of these that are deleted, revoked, not used since `unusedSince`, or of a
		 * user whose proof has expired.
		 */
		async findEndedSessions<T extends NamedSession>(sessions: readonly T[], unusedSince: number): Promise<T[]> {
			const good = new Map<number, string>();
			for (let start = 0; start < sessions.length; start += SESSIONS_AT_ONCE) {
				const ids = sessions.slice(start, start + SESSIONS_AT_ONCE).map(({ id }) => id);
				const rows = await db
					.selectFrom('contact_inboxes')
					.select(['id', 'pubsub_token'])
					.where('id', 'in', ids)
					.where('last_used_at', '>=', unusedSince)
					.where((where) => where.or([where('proven_until', 'is', null), where('proven_until', '>', Date.now())]))
					.execute();
				for (const { id, pubsub_token } of rows) good.set(id, pubsub_token);
			}
			return sessions.filter(({ id, pubsubToken }) => good.get(id) !== pubsubToken);
		},
	};
}

function keyOf({ kind, id, accountId }: Access): string {
	return `${kind} ${id} ${accountId}`;
}
