import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { HOUR, MINUTE } from '#protocol/base/duration.ts';
import { PATIENTLY } from '../../support/until.ts';
import type { Services } from '../services.ts';

/**
 * Resolves once no delivery is under way, and none is tried again until the test makes it due: a
 * server whose pauses are short would otherwise try one in the middle of what the test does.
 */
export async function holdDeliveries(
	t: Pick<TestContext, 'waitFor'>,
	{ query }: Pick<Services, 'query'>,
): Promise<void> {
	await t.waitFor(async () => {
		const now = Date.now();
		await query(`update delivery_queues set due_at = ${now + HOUR} where due_at < ${now + MINUTE / 4}`);
		// An attempt that is under way has a lease of half a minute at least.
		assert.deepEqual(await query(`select queue from delivery_queues where due_at < ${now + HOUR / 2}`), []);
	}, PATIENTLY);
}
