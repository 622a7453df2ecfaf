import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openShop } from './shop.ts';
import { timeSending } from './sending.ts';

const shop = await openShop();
after(() => shop.stop());

test("a message leaves within 0.3 of the time until the visitor's own bubble is painted", async (context) => {
	const { left, painted } = await timeSending(shop.page.url);
	context.diagnostic(`it left after ${left} ms and was painted after ${painted} ms`);
	assert.ok(left <= 0.3 * painted, `${left} ms of ${painted} ms`);
});
