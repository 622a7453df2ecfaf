/** What one process at a time may do, while it says so again in time. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

export interface Lease {
	/** Takes it, or keeps it. Resolves with whether this process has it now. */
	hold(): Promise<boolean>;
	giveUp(): Promise<void>;
}

/**
 * Without Redis there is one process. @param milliseconds after which another process may take it
 */
export function createLease(redis: Redis | undefined, name: string, milliseconds: number): Lease {
	if (!redis) return { hold: async () => true, giveUp: async () => undefined };
	const key = `lease:${name}`;
	const owner = randomUUID();
	return {
		hold: async () => (await redis.eval(HOLD, 1, key, owner, milliseconds)) === 1,
		giveUp: async () => void (await redis.eval(GIVE_UP, 1, key, owner)),
	};
}

const HOLD = `
	if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
	return redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`;
const GIVE_UP = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end`;
