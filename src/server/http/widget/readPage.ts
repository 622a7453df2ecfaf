/** Pages of messages that a visitor reads: one of an address at a time, and so many bytes of large ones in a minute. */
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../base/networkOf.ts';
import type { Services } from '../../services/services.ts';
import { PAGES_LIMIT } from '../rateLimits.ts';
import { RetryLater } from '../refusal.ts';

/** Pages with fewer bytes do not count: chats that people have are smaller. */
const LARGE_PAGE = 100_000;

/**
 * What `read` answers. Throws RetryLater where the address has read too much. Each page keeps the main thread for as long as it takes to
 * make it: many at once would keep it from everybody else.
 */
export function readPage<P extends { bytes: number }>(
	{ rateLimits, reads }: Pick<Services, 'rateLimits' | 'reads'>,
	{ ip }: FastifyRequest,
	read: () => Promise<P>,
): Promise<P> {
	const address = networkOf(ip);
	return reads.run(address, async () => {
		const wait = await rateLimits.take(PAGES_LIMIT, address, 0);
		if (wait > 0) throw new RetryLater(wait);
		const page = await read();
		if (page.bytes > LARGE_PAGE) await rateLimits.charge(PAGES_LIMIT, address, page.bytes);
		return page;
	});
}
