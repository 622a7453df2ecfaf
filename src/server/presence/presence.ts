/**
 * Who is online, and which agents view a conversation: people whose last report is within the
 * window (docs/wire.md, Realtime; docs/application-api.md, Realtime). Stored in this process, or in
 * Redis for several.
 */
import type { Redis } from 'ioredis';

/**
 * The server counts a person as present for this long after their last report. It is longer than
 * the interval, so that no one seems to leave between two reports.
 */
export const PRESENCE_WINDOW = 45_000;

export interface Present {
	users: ReadonlySet<number>;
	contacts: ReadonlySet<number>;
}

/**
 * The part of the presence that visitors receive, and events carry: the contacts are left out,
 * since there are many more of them.
 */
export type PresentUsers = Pick<Present, 'users'>;

type Kind = keyof Present;

export interface Presence {
	/** Counts the person as online for one window from now. */
	touch(accountId: number, kind: Kind, id: number): Promise<void>;
	list(accountId: number): Promise<Present>;
	listUsers(accountId: number): Promise<PresentUsers>;
	/**
	 * Ids of who is online, for code that relies on the others being offline: undefined while that
	 * is not known, since those who are connected report within a window after this process has
	 * started, or Redis has been away.
	 */
	listIfKnown(accountId: number, kind: Kind): Promise<ReadonlySet<number> | undefined>;
	/**
	 * Counts the user as a viewer of the conversation for one window from now, or no longer.
	 * Answers whether that is new.
	 */
	view(conversationId: number, userId: number, isViewing: boolean): Promise<boolean>;
	/** Ids of users. */
	listViewers(conversationId: number): Promise<number[]>;
}

/**
 * @param now milliseconds of a monotonic clock
 * @param settling milliseconds until it is known who is away
 */
export function createMemoryPresence(
	now: () => number = () => performance.now(),
	settling = PRESENCE_WINDOW,
): Presence {
	const knownFrom = now() + settling;
	const seen = new Map<string, Map<number, number>>();
	/** Conversation id → user id → time. */
	const viewed = new Map<number, Map<number, number>>();

	const list = (accountId: number, kind: Kind): Set<number> => {
		const times = seen.get(`${accountId}:${kind}`) ?? new Map<number, number>();
		forget(times);
		return new Set(times.keys());
	};

	const forget = (times: Map<number, number>): void => {
		for (const [id, time] of times) if (time <= now() - PRESENCE_WINDOW) times.delete(id);
	};

	/** Of all conversations, so that nothing stays of those that are no longer viewed. */
	const forgetViewers = (): void => {
		for (const [id, times] of viewed) {
			forget(times);
			if (times.size === 0) viewed.delete(id);
		}
	};

	return {
		async touch(accountId, kind, id) {
			const key = `${accountId}:${kind}`;
			const times = seen.get(key) ?? new Map<number, number>();
			seen.set(key, times.set(id, now()));
		},
		list: async (accountId) => ({ users: list(accountId, 'users'), contacts: list(accountId, 'contacts') }),
		listUsers: async (accountId) => ({ users: list(accountId, 'users') }),
		listIfKnown: async (accountId, kind) => (now() < knownFrom ? undefined : list(accountId, kind)),
		async view(conversationId, userId, isViewing) {
			forgetViewers();
			const times = viewed.get(conversationId) ?? new Map<number, number>();
			const hasViewed = times.has(userId);
			if (isViewing) viewed.set(conversationId, times.set(userId, now()));
			else times.delete(userId);
			return hasViewed !== isViewing;
		},
		async listViewers(conversationId) {
			forgetViewers();
			return [...(viewed.get(conversationId)?.keys() ?? [])];
		},
	};
}

/**
 * One sorted set per account and kind, and per conversation: ids with the time of the last report.
 * While Redis is away, everyone counts as offline.
 * @param settling milliseconds until it is known who is away
 */
export function createRedisPresence(redis: Redis, now: () => number = Date.now, settling = PRESENCE_WINDOW): Presence {
	let knownFrom = 0;
	/** Reports do not arrive, or did not until now. */
	const miss = (): void => {
		knownFrom = now() + settling;
	};
	miss();
	// It is connected again, perhaps to a Redis that came back empty.
	redis.on('ready', miss);

	const readAll = async (key: string): Promise<number[]> => {
		const seenSince = String(now() - PRESENCE_WINDOW);
		return (await redis.zrange(key, `(${seenSince}`, '+inf', 'BYSCORE')).map(Number);
	};
	const read = (key: string): Promise<number[]> => readAll(key).catch(() => []);
	const list = async (accountId: number, kind: Kind): Promise<Set<number>> =>
		new Set(await read(keyOf(accountId, kind)));

	return {
		async touch(accountId, kind, id) {
			const key = keyOf(accountId, kind);
			await redis
				.multi()
				.zadd(key, String(now()), String(id))
				.zremrangebyscore(key, '-inf', String(now() - PRESENCE_WINDOW))
				.pexpire(key, PRESENCE_WINDOW)
				.exec()
				.catch(miss);
		},
		async list(accountId) {
			const [users, contacts] = await Promise.all([list(accountId, 'users'), list(accountId, 'contacts')]);
			return { users, contacts };
		},
		listUsers: async (accountId) => ({ users: await list(accountId, 'users') }),
		async listIfKnown(accountId, kind) {
			if (now() < knownFrom) return undefined;
			try {
				return new Set(await readAll(keyOf(accountId, kind)));
			} catch {
				miss();
				return undefined;
			}
		},
		async view(conversationId, userId, isViewing) {
			const key = keyOfViewers(conversationId);
			const change = redis.multi().zremrangebyscore(key, '-inf', String(now() - PRESENCE_WINDOW));
			if (isViewing) change.zadd(key, String(now()), String(userId)).pexpire(key, PRESENCE_WINDOW);
			else change.zrem(key, String(userId));
			const results = await change.exec().catch(() => null);
			return Number(results?.[1]?.[1] ?? 0) > 0;
		},
		listViewers: (conversationId) => read(keyOfViewers(conversationId)),
	};
}

function keyOfViewers(conversationId: number): string {
	return `viewers:${conversationId}`;
}

function keyOf(accountId: number, kind: Kind): string {
	return `presence:${accountId}:${kind}`;
}
