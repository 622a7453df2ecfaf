import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, mock, test } from 'node:test';
import { createStore } from 'jotai/vanilla';
import { createOwnTyping } from '#models/ownTyping.ts';
import { forgetTypists, startTyping, stopTyping, typistsOfAtom } from '#models/typists.ts';
import { TYPING_AUTO_OFF } from '#protocol/base/limits.ts';
import { TYPING_IDLE } from '../../src/models/ownTyping.ts';
import { installPage } from '../support/happyDom.ts';

after(installPage());

const ADA = { type: 'user', id: 5, name: 'Ada' } as const;
const MIRA = { type: 'contact', id: 5, name: 'Mira' } as const;

let store = createStore();

beforeEach(() => {
	mock.timers.enable({ apis: ['setTimeout', 'Date'] });
	store = createStore();
});

afterEach(() => mock.timers.reset());

const namesIn = (id: number | undefined) =>
	store
		.get(typistsOfAtom)(id)
		.map(({ name }) => name);

test('a typist shows in their conversation alone, until they stop', () => {
	store.set(startTyping, 1, ADA);
	store.set(startTyping, 2, ADA);
	store.set(startTyping, 1, MIRA);
	assert.deepEqual(namesIn(1), ['Ada', 'Mira']);
	store.set(stopTyping, 1, ADA);
	assert.deepEqual(namesIn(1), ['Mira']);
	assert.deepEqual(namesIn(2), ['Ada']);
	assert.deepEqual(namesIn(undefined), []);
});

test("a typist's mark goes off by itself, later where they go on, and once", () => {
	store.set(startTyping, 1, ADA);
	mock.timers.tick(TYPING_AUTO_OFF - 1);
	store.set(startTyping, 1, ADA);
	store.set(startTyping, 1, MIRA);
	mock.timers.tick(TYPING_AUTO_OFF - 1);
	assert.deepEqual(namesIn(1), ['Ada', 'Mira']);
	mock.timers.tick(1);
	assert.deepEqual(namesIn(1), []);
});

test('forgotten typists are gone, and their timers end no later mark', () => {
	store.set(startTyping, 1, ADA);
	mock.timers.tick(TYPING_AUTO_OFF / 2);
	store.set(forgetTypists);
	assert.deepEqual(namesIn(1), []);
	store.set(startTyping, 1, ADA);
	mock.timers.tick(TYPING_AUTO_OFF - 1);
	assert.deepEqual(namesIn(1), ['Ada']);
});

function openTyping(report = (): Promise<unknown> => Promise.resolve()) {
	const told: string[] = [];
	const { noteKey, endTyping } = createOwnTyping((_get, _set, id, status) => {
		told.push(`${id} ${status}`);
		return report();
	});
	return { told, press: (id: number) => store.set(noteKey, id), end: () => store.set(endTyping) };
}

test('the first key is reported, further ones are not, and a pause ends it once', () => {
	const { told, press, end } = openTyping();
	press(1);
	mock.timers.tick(TYPING_IDLE - 1);
	press(1);
	mock.timers.tick(TYPING_IDLE - 1);
	assert.deepEqual(told, ['1 on']);
	mock.timers.tick(1);
	end();
	assert.deepEqual(told, ['1 on', '1 off']);
	press(1);
	end();
	mock.timers.tick(TYPING_IDLE);
	assert.deepEqual(told, ['1 on', '1 off', '1 on', '1 off']);
});

test("a long text is reported again before the other side's mark goes off", () => {
	const { told, press } = openTyping();
	for (let time = 0; time < TYPING_AUTO_OFF; time += 1000) {
		press(1);
		mock.timers.tick(1000);
	}
	assert.deepEqual(told, ['1 on', '1 on']);
});

test('a key in another conversation ends the typing in the first', () => {
	const { told, press } = openTyping();
	press(1);
	press(2);
	assert.deepEqual(told, ['1 on', '1 off', '2 on']);
});

test('a report that fails changes nothing', async () => {
	const { told, press, end } = openTyping(() => Promise.reject(new Error('The network is lost')));
	press(1);
	await Promise.resolve();
	end();
	assert.deepEqual(told, ['1 on', '1 off']);
});

test('the end of the page ends it, once', () => {
	const { told, press } = openTyping();
	press(1);
	press(1);
	dispatchEvent(new Event('pagehide'));
	dispatchEvent(new Event('pagehide'));
	assert.deepEqual(told, ['1 on', '1 off']);
});
