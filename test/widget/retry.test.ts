/** When widget and desk repeat what failed because the connection was lost. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test';
import { createStore } from 'jotai/vanilla';
import { RECONNECT_DELAY } from '#protocol/base/limits.ts';
import { installPage } from '../support/happyDom.ts';

let uninstall: () => Promise<void>;
before(() => {
	uninstall = installPage();
});
after(() => uninstall());

const { connectionPause, noteSuccess, requestPause, retryLater } = await import('../../src/client/retry.ts');
const { createRetryLoop } = await import('../../src/client/retryLoop.ts');

let visibility: DocumentVisibilityState;
beforeEach(() => {
	visibility = 'visible';
	Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
});

const holdClock = (t: TestContext) => t.mock.timers.enable({ apis: ['setTimeout'] });

describe('retryLater', () => {
	for (const [state, pause] of [
		['visible', 5_000],
		['hidden', 30_000],
	] as const) {
		test(`a ${state} page tries again after ${pause / 1000} s at the latest, and once`, (t) => {
			holdClock(t);
			visibility = state;
			let retries = 0;
			retryLater(30_000, () => (retries += 1));
			t.mock.timers.tick(pause - 1);
			assert.equal(retries, 0);
			t.mock.timers.tick(1);
			assert.equal(retries, 1);
			dispatchEvent(new Event('online'));
			t.mock.timers.tick(60_000);
			assert.equal(retries, 1);
		});
	}

	const chances: Record<string, () => void> = {
		'the network is back': () => dispatchEvent(new Event('online')),
		'the page has the focus': () => dispatchEvent(new Event('focus')),
		'the page is seen': () => {
			visibility = 'visible';
			document.dispatchEvent(new Event('visibilitychange'));
		},
		'a request succeeds that was sent since': () => noteSuccess(performance.now() + 1),
	};
	for (const [chance, happen] of Object.entries(chances)) {
		test(`a pause ends at once, and once, when ${chance}`, (t) => {
			holdClock(t);
			visibility = 'hidden';
			let retries = 0;
			retryLater(30_000, () => (retries += 1));
			happen();
			happen();
			assert.equal(retries, 1);
		});
	}

	test('a request that was under way at the failure, and a page that is left, end no pause', (t) => {
		holdClock(t);
		const sentAt = performance.now();
		let retries = 0;
		retryLater(1_000, () => (retries += 1));
		noteSuccess(sentAt);
		visibility = 'hidden';
		document.dispatchEvent(new Event('visibilitychange'));
		assert.equal(retries, 0);
	});

	test('nothing is tried after the undo', (t) => {
		holdClock(t);
		let retries = 0;
		retryLater(1_000, () => (retries += 1))();
		for (const happen of Object.values(chances)) happen();
		t.mock.timers.tick(60_000);
		assert.equal(retries, 0);
	});
});

test('5,000 clients of one server reconnect evenly over the first second', (t) => {
	t.mock.method(Math, 'random', createRandom());
	const pauses = Array.from({ length: 5_000 }, () => connectionPause(0));
	const mean = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length;
	assert.ok(Math.abs(mean - RECONNECT_DELAY) < 25, `${mean} ms on average`);
	const tenths = Array.from({ length: 10 }, (_, tenth) => pauses.filter((pause) => Math.floor(pause / 100) === tenth));
	for (const { length } of tenths) assert.ok(length > 400 && length < 600, `${length} of 5,000 within 100 ms`);
});

test('the pause doubles after each failed connection, up to 5 s on a visible page and 30 s on a hidden one', (t) => {
	t.mock.method(Math, 'random', () => 0.5);
	const pauses = () => [0, 1, 2, 3, 10].map(connectionPause);
	assert.deepEqual(pauses(), [500, 1_000, 2_000, 2_500, 2_500]);
	visibility = 'hidden';
	assert.deepEqual(pauses(), [500, 1_000, 2_000, 4_000, 15_000]);
});

test('an unfinished round is repeated after a pause, and at once when the network is back', async (t) => {
	holdClock(t);
	const store = createStore();
	let count = 0;
	const rounds = createRetryLoop(async () => {
		count += 1;
		return false;
	});
	await store.set(rounds.run);
	assert.equal(count, 1);
	dispatchEvent(new Event('online'));
	await settle();
	assert.equal(count, 2);
	for (let failures = 2; failures < 8; failures += 1) {
		t.mock.timers.tick(Math.min(requestPause(failures - 1), 5_000));
		await settle();
		assert.equal(count, failures + 1);
	}
	store.set(rounds.stop);
	dispatchEvent(new Event('online'));
	await settle();
	assert.equal(count, 8);
});

/** Lets a finished round write its results. */
const settle = () => new Promise(setImmediate);

/** Mulberry32, always with the same seed. */
function createRandom(): () => number {
	let state = 42;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let bits = Math.imul(state ^ (state >>> 15), 1 | state);
		bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
		return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
	};
}
