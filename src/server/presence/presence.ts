/**
 * Who is online: people whose last report is within the window (docs/wire.md, Realtime). Stored in this process, or in Redis
 * for several.
 */
import type { Redis } from 'ioredis';
import { PRESENCE_WINDOW } from '#protocol/limits.ts';

export interface Present {
	users: ReadonlySet<number>;
	contacts: ReadonlySet<number>;
}

/**
 * The part of the presence that visitors receive, and events carry: the contacts are left out, since there are many more of
 * them.
 */
export type PresentUsers = Pick<Present, 'users'>;

type Kind = keyof Present;

export interface Presence {
	/** Counts the person as online for one window from now. */
	touch(accountId: number, kind: Kind, id: number): Promise<void>;
	list(accountId: number): Promise<Present>;
	listUsers(accountId: number): Promise<PresentUsers>;
}

export function createMemoryPresence(now: () => number = Date.now): Presence {
	const seen = new Map<string, Map<number, number>>();

	const list = (accountId: number, kind: Kind): Set<number> => {
		const times = seen.get(`${accountId}:${kind}`) ?? new Map<number, number>();
		for (const [id, time] of times) if (time <= now() - PRESENCE_WINDOW) times.delete(id);
		return new Set(times.keys());
	};

	return {
		async touch(accountId, kind, id) {
			const key = `${accountId}:${kind}`;
			const times = seen.get(key) ?? new Map<number, number>();
			seen.set(key, times.set(id, now()));
		},
		list: async (accountId) => ({ users: list(accountId, 'users'), contacts: list(accountId, 'contacts') }),
		listUsers: async (accountId) => ({ users: list(accountId, 'users') }),
	};
}

/**
 * One sorted set per account and kind: ids with the time of the last report. While Redis is away, everyone counts as offline.
 */
export function createRedisPresence(redis: Redis): Presence {
	const list = async (accountId: number, kind: Kind): Promise<Set<number>> => {
		const seenSince = String(Date.now() - PRESENCE_WINDOW);
		const ids = await redis.zrange(keyOf(accountId, kind), `(${seenSince}`, '+inf', 'BYSCORE').catch(() => []);
		return new Set(ids.map(Number));
	};

	return {
		async touch(accountId, kind, id) {
			const key = keyOf(accountId, kind);
			await redis
				.multi()
				.zadd(key, String(Date.now()), String(id))
				.zremrangebyscore(key, '-inf', String(Date.now() - PRESENCE_WINDOW))
				.pexpire(key, PRESENCE_WINDOW)
				.exec()
				.catch(() => undefined);
		},
		async list(accountId) {
			const [users, contacts] = await Promise.all([list(accountId, 'users'), list(accountId, 'contacts')]);
			return { users, contacts };
		},
		listUsers: async (accountId) => ({ users: await list(accountId, 'users') }),
	};
}

function keyOf(accountId: number, kind: Kind): string {
	return `presence:${accountId}:${kind}`;
}
