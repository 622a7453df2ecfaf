/**
 * Limits how callers without a token, and visitors, read pages that may be large: one page at a
 * time from a network address, and a number of bytes of large pages per minute.
 */
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../base/network/networkOf.ts';
import type { Services } from '../../services/services.ts';
import { PAGES_LIMIT } from './rateLimits.ts';
import { takeQuota } from './takeQuota.ts';

/** Pages with fewer bytes do not count, since people's chats are smaller. */
const LARGE_PAGE = 100_000;

/**
 * Resolves with the result of `read`. Throws RetryLater where the address has read too much. Making
 * a page occupies the main thread, so many at once would delay all other visitors.
 */
export function readPage<P extends { bytes: number }>(
	{ rateLimits, largeReadQueue }: Pick<Services, 'rateLimits' | 'largeReadQueue'>,
	{ ip }: FastifyRequest,
	read: () => Promise<P>,
): Promise<P> {
	const address = networkOf(ip);
	return largeReadQueue.run(address, async () => {
		await takeQuota(rateLimits, { quota: PAGES_LIMIT, who: address }, 0);
		const page = await read();
		if (page.bytes > LARGE_PAGE) await rateLimits.charge(PAGES_LIMIT, address, page.bytes);
		return page;
	});
}
