/** Attempts at something secret, of which only those that fail count. */
import type { Services } from '../../services/services.ts';
import { type OwnQuota, takeQuota } from '../routing/takeQuota.ts';

/**
 * What the attempt answers; undefined means that it failed. One that throws could not be made, and
 * does not count. Throws RetryLater, without an attempt, where too many have failed.
 */
export async function limitAttempts<T>(
	{ rateLimits }: Pick<Services, 'rateLimits'>,
	limits: readonly OwnQuota[],
	attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
	const taken: OwnQuota[] = [];
	const giveBack = () => Promise.all(taken.map(({ quota, who }) => rateLimits.giveBack(quota, who, 1)));
	try {
		for (const limit of limits) {
			await takeQuota(rateLimits, limit, 1);
			taken.push(limit);
		}
	} catch (error) {
		await giveBack();
		throw error;
	}
	let hasFailed = false;
	try {
		const outcome = await attempt();
		hasFailed = outcome === undefined;
		return outcome;
	} finally {
		if (!hasFailed) await giveBack();
	}
}
