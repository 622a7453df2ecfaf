/** What one caller may use up within a time, such as bytes of text in an hour. In this process, or in Redis for several. */
import type { Redis } from 'ioredis';

/** At most `max` within `timeWindow` milliseconds, which begin with the first use. */
export interface Quota {
	name: string;
	max: number;
	timeWindow: number;
}

export interface Quotas {
	/**
	 * Uses `amount` up for `who`. Answers 0; or, where that is more than is left, uses up nothing and answers the milliseconds
	 * until all of it is there again.
	 */
	take(quota: Quota, who: string | number, amount: number): Promise<number>;
	/** Gives back what was taken for something that does not count. */
	giveBack(quota: Quota, who: string | number, amount: number): Promise<void>;
}

/** For what an installation does not limit. */
export const UNLIMITED: Quotas = { take: async () => 0, giveBack: async () => {} };

/** Uses of so many callers are looked through for those that are over whenever another one comes. */
const SWEEP_AT = 10_000;

export function createMemoryQuotas(now: () => number = Date.now): Quotas {
	const uses = new Map<string, { used: number; endsAt: number }>();
	let sweepAt = SWEEP_AT;

	const sweep = () => {
		for (const [key, { endsAt }] of uses) if (endsAt <= now()) uses.delete(key);
		// What is left counts still; looking through it again and again would cost more than keeping it.
		sweepAt = Math.max(SWEEP_AT, uses.size * 2);
	};

	return {
		async take({ name, max, timeWindow }, who, amount) {
			const key = `${name}:${who}`;
			const known = uses.get(key);
			const use = known && known.endsAt > now() ? known : { used: 0, endsAt: now() + timeWindow };
			if (use.used + amount > max) return use.endsAt - now();
			if (uses.size >= sweepAt) sweep();
			uses.set(key, { ...use, used: use.used + amount });
			return 0;
		},

		async giveBack({ name }, who, amount) {
			const use = uses.get(`${name}:${who}`);
			if (use) use.used = Math.max(0, use.used - amount);
		},
	};
}

/** One step, so that two processes cannot both take the last of it. Answers as `take` does. */
const TAKE = `
local used = redis.call('incrby', KEYS[1], ARGV[1])
local left = redis.call('pttl', KEYS[1])
if left < 0 then
	redis.call('pexpire', KEYS[1], ARGV[3])
	left = tonumber(ARGV[3])
end
if used <= tonumber(ARGV[2]) then return 0 end
redis.call('decrby', KEYS[1], ARGV[1])
return left
`;

/** What is over by now is not there to be given back to. */
const GIVE_BACK = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
if used > 0 then redis.call('decrby', KEYS[1], math.min(used, tonumber(ARGV[1]))) end
`;

/** While Redis is away each process counts for itself. */
export function createRedisQuotas(redis: Redis): Quotas {
	const alone = createMemoryQuotas();
	return {
		async take(quota, who, amount) {
			const key = `quota:${quota.name}:${who}`;
			try {
				return Number(await redis.eval(TAKE, 1, key, amount, quota.max, quota.timeWindow));
			} catch {
				return alone.take(quota, who, amount);
			}
		},

		async giveBack(quota, who, amount) {
			try {
				await redis.eval(GIVE_BACK, 1, `quota:${quota.name}:${who}`, amount);
			} catch {
				await alone.giveBack(quota, who, amount);
			}
		},
	};
}
