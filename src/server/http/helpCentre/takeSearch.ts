/** Limits searches of the help centre, since each compares its words with every article. */
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../base/network/networkOf.ts';
import type { Services } from '../../services/services.ts';
import { searchWords } from '../../store/helpCentre/articles.ts';
import { SEARCH_LIMIT } from '../routing/rateLimits.ts';
import { takeQuota } from '../routing/takeQuota.ts';

/**
 * The words to search for; '' for a list without a search. Throws RetryLater when the address has
 * searched too often.
 */
export async function takeSearch({ rateLimits }: Services, { ip }: FastifyRequest, text: string): Promise<string[]> {
	const words = searchWords(text);
	if (words.length === 0) return words;
	await takeQuota(rateLimits, { quota: SEARCH_LIMIT, who: networkOf(ip) }, 1);
	return words;
}
