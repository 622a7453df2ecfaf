/** Attempts at something secret, of which only those that fail count. */
import type { Quota } from '../../quotas/quotas.ts';
import type { Services } from '../../services/services.ts';
import { RetryLater } from '../refusal.ts';

export interface AttemptLimit {
	quota: Quota;
	/** Whose attempts count together. */
	who: string;
}

/** What the attempt answers; undefined means that it failed. Throws RetryLater, without an attempt, where too many have. */
export async function limitAttempts<T>(
	{ rateLimits }: Pick<Services, 'rateLimits'>,
	limits: readonly AttemptLimit[],
	attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
	const taken: AttemptLimit[] = [];
	const giveBack = () => Promise.all(taken.map(({ quota, who }) => rateLimits.giveBack(quota, who, 1)));
	for (const limit of limits) {
		const wait = await rateLimits.take(limit.quota, limit.who, 1);
		if (wait > 0) {
			await giveBack();
			throw new RetryLater(wait);
		}
		taken.push(limit);
	}
	const outcome = await attempt();
	if (outcome !== undefined) await giveBack();
	return outcome;
}
