import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { networkOf } from '../../base/network/networkOf.ts';
import type { Services } from '../../services/services.ts';
import type { ArticleRow } from '../../store/tables/schema.ts';
import { invalid } from '../routing/httpError.ts';
import { ARTICLE_ANSWERS } from '../routing/rateLimits.ts';

/** The form below an article. */
const Answer = v.object({ helpful: v.picklist(['yes', 'no']) });

/**
 * Counts a reader's answer to whether the article has helped, the first of an address in a day, and
 * resolves with it. Throws 422 where it is none.
 */
export async function takeAnswer(
	{ quotas, store }: Services,
	{ body, ip }: FastifyRequest,
	article: ArticleRow,
): Promise<'yes' | 'no'> {
	if (!v.is(Answer, body)) throw invalid('Helpful must be yes or no', ['helpful']);
	const { helpful } = body;
	const wait = await quotas.take(ARTICLE_ANSWERS, `${networkOf(ip)} ${article.id}`, 1);
	if (wait === 0) await store.articles.increment(article.id, helpful === 'yes' ? 'helpful' : 'unhelpful');
	return helpful;
}
