import type { Quota, Quotas } from '../../quotas/quotas.ts';
import { RetryLater } from './httpError.ts';

/** A quota of one caller. */
export interface OwnQuota {
	quota: Quota;
	/** Identifies the caller; what is used under the same name counts together. */
	who: string | number;
}

/** Uses `amount` of the quota. Throws RetryLater, and uses nothing, where less is left. */
export async function takeQuota(quotas: Pick<Quotas, 'take'>, { quota, who }: OwnQuota, amount: number): Promise<void> {
	const wait = await quotas.take(quota, who, amount);
	if (wait > 0) throw new RetryLater(wait);
}
