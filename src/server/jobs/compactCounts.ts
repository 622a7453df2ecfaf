/**
 * Keeps the counts of conversations short, which grow by a row with each change
 * (store/conversationCounts.ts), every minute.
 */
import type { FastifyInstance } from 'fastify';
import { MINUTE } from '#protocol/base/duration.ts';
import type { Services } from '../services/services.ts';
import { repeat } from './repeat.ts';

/** Kinds in one run; the next minute goes on. */
const AT_ONCE = 1_000;

export function compactCounts(app: FastifyInstance, { store }: Pick<Services, 'store'>): void {
	repeat(app, MINUTE, 'counts not compacted', async () => {
		for (const kind of await store.conversationCounts.listRepeated(AT_ONCE)) {
			await store.transaction((repositories) => repositories.conversationCounts.compact(kind));
		}
	});
}
