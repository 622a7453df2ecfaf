/** Which attempts at something secret count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitAttempts } from '../../../src/server/http/people/limitAttempts.ts';
import { HttpError, RetryLater } from '../../../src/server/http/routing/httpError.ts';
import { createMemoryQuotas } from '../../../src/server/quotas/quotas.ts';

const LIMIT = { quota: { name: 'attempts', max: 2, timeWindow: 60_000 }, who: 'somebody' };

test('an attempt that fails counts; one that succeeds, or could not be made, does not', async () => {
	const services = { rateLimits: createMemoryQuotas() };
	const attempt = (outcome: () => Promise<true | undefined>) => limitAttempts(services, [LIMIT], outcome);
	const away = async () => {
		throw new HttpError(503);
	};
	for (let time = 0; time < 3; time += 1) {
		await assert.rejects(attempt(away), HttpError);
		assert.equal(await attempt(async () => true), true);
	}
	for (let time = 0; time < 2; time += 1) assert.equal(await attempt(async () => undefined), undefined);
	await assert.rejects(
		attempt(async () => true),
		RetryLater,
	);
});
