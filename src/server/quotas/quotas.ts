/**
 * Limits what one caller may use within a time, such as bytes of text per hour. Counted in this
 * process, or in Redis for several.
 */
import type { Redis } from 'ioredis';

/** At most `max` within `timeWindow` milliseconds, which begin with the first use. */
export interface Quota {
	name: string;
	max: number;
	timeWindow: number;
}

export interface Quotas {
	/**
	 * Uses `amount` for `who` and answers 0. Where less than that is left, it uses nothing and
	 * answers the whole milliseconds until the whole quota is available again.
	 */
	take(quota: Quota, who: string | number, amount: number): Promise<number>;
	/**
	 * The same for what is known only afterwards: uses it up, also where it is more than is left.
	 */
	charge(quota: Quota, who: string | number, amount: number): Promise<void>;
	/** Gives back what was taken for something that does not count. */
	giveBack(quota: Quota, who: string | number, amount: number): Promise<void>;
}

/** For limits that the installation has turned off. */
export const UNLIMITED: Quotas = { take: async () => 0, charge: async () => {}, giveBack: async () => {} };

/** With this many callers, expired entries are removed when another one comes. */
const SWEEP_AT = 10_000;

/** @param now milliseconds of a monotonic clock */
export function createMemoryQuotas(now: () => number = () => performance.now()): Quotas {
	const uses = new Map<string, { used: number; endsAt: number }>();
	let sweepAt = SWEEP_AT;

	const sweep = () => {
		for (const [key, { endsAt }] of uses) if (endsAt <= now()) uses.delete(key);
		// Entries that are still valid stay; looking for expired ones each time would cost more
		// than keeping them.
		sweepAt = Math.max(SWEEP_AT, uses.size * 2);
	};

	const find = ({ name, timeWindow }: Quota, who: string | number) => {
		const key = `${name}:${who}`;
		const known = uses.get(key);
		return { key, use: known && known.endsAt > now() ? known : { used: 0, endsAt: now() + timeWindow } };
	};

	const charge = (quota: Quota, who: string | number, amount: number): void => {
		const { key, use } = find(quota, who);
		if (uses.size >= sweepAt) sweep();
		uses.set(key, { ...use, used: use.used + amount });
	};

	return {
		async take(quota, who, amount) {
			const { use } = find(quota, who);
			if (use.used + amount > quota.max) return Math.ceil(use.endsAt - now());
			charge(quota, who, amount);
			return 0;
		},

		charge: async (quota, who, amount) => charge(quota, who, amount),

		async giveBack({ name }, who, amount) {
			const use = uses.get(`${name}:${who}`);
			if (use) use.used = Math.max(0, use.used - amount);
		},
	};
}

/**
 * One atomic step, so that two processes cannot both take the last of a quota. Answers as `take`
 * does; without a maximum it uses the amount in any case.
 */
const USE = `
local used = redis.call('incrby', KEYS[1], ARGV[1])
local left = redis.call('pttl', KEYS[1])
if left < 0 then
	redis.call('pexpire', KEYS[1], ARGV[3])
	left = tonumber(ARGV[3])
end
if ARGV[2] == '' or used <= tonumber(ARGV[2]) then return 0 end
redis.call('decrby', KEYS[1], ARGV[1])
return left
`;

/** What is over by now is not there to be given back to. */
const GIVE_BACK = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
if used > 0 then redis.call('decrby', KEYS[1], math.min(used, tonumber(ARGV[1]))) end
`;

/** While Redis is away, each process counts for itself. */
export function createRedisQuotas(redis: Redis): Quotas {
	const alone = createMemoryQuotas();
	const use = ({ name, timeWindow }: Quota, who: string | number, amount: number, max: number | '') =>
		redis.eval(USE, 1, `quota:${name}:${who}`, amount, max, timeWindow);
	return {
		take: (quota, who, amount) => use(quota, who, amount, quota.max).then(Number, () => alone.take(quota, who, amount)),

		async charge(quota, who, amount) {
			await use(quota, who, amount, '').catch(() => alone.charge(quota, who, amount));
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
