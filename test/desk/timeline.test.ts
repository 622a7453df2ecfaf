import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { showMessage } from '#models/shownMessage.ts';
import { arrangeTimeline, receiptsOf } from '../../src/desk/thread/model/timeline.ts';
import { AGENT, makeMessage, VISITOR } from './samples.ts';

const NOON = Date.parse('2026-03-02T12:00:00') / 1000;
const fromAgent = { message_type: 1, sender: AGENT, sender_type: 'User' } as const;
const fromVisitor = { message_type: 0, sender: VISITOR, sender_type: 'Contact' } as const;

function firsts(messages: readonly Message[]): boolean[] {
	return arrangeTimeline(messages.map(showMessage)).flatMap((item) => (item.kind === 'message' ? [item.isFirst] : []));
}

test('the timeline names the day before its first message', () => {
	const messages = [0, 60, 86_400].map((later, index) => makeMessage({ id: index + 1, created_at: NOON + later }));
	const kinds = arrangeTimeline(messages.map(showMessage)).map(({ kind }) => kind);
	assert.deepEqual(kinds, ['day', 'message', 'message', 'day', 'message']);
});

test('what was done between two messages is one line of the timeline', () => {
	const messages = ([0, 2, 2, 0, 2] as const).map((message_type, index) =>
		makeMessage({ id: index + 1, created_at: NOON + index, message_type }),
	);
	const [, , done, , last] = arrangeTimeline(messages.map(showMessage));
	assert.deepEqual(
		[done, last].map((item) => item?.kind === 'activity' && item.messages.map(({ id }) => id)),
		[[2, 3], [5]],
	);
});

test("one author's messages are together until another person writes", () => {
	assert.deepEqual(
		firsts([
			makeMessage({ id: 1, created_at: NOON, ...fromVisitor }),
			makeMessage({ id: 2, created_at: NOON + 1, ...fromVisitor }),
			makeMessage({ id: 3, created_at: NOON + 2, ...fromAgent }),
		]),
		[true, false, true],
	);
});

test('a pause of five minutes, a private note and an activity line each begin a new run', () => {
	assert.deepEqual(
		firsts([
			makeMessage({ id: 1, created_at: NOON, ...fromAgent }),
			makeMessage({ id: 2, created_at: NOON + 300, ...fromAgent }),
			makeMessage({ id: 3, created_at: NOON + 301, ...fromAgent, private: true }),
			makeMessage({ id: 4, created_at: NOON + 302, message_type: 2 }),
			makeMessage({ id: 5, created_at: NOON + 303, ...fromAgent, private: true }),
		]),
		[true, true, true, true],
	);
});

test('the last message to the visitor says what became of it, and the last one that they have read says so, also within one second', () => {
	const messages = [
		makeMessage({ id: 1, created_at: 10, ...fromAgent }),
		makeMessage({ id: 2, created_at: 20, ...fromAgent, private: true }),
		makeMessage({ id: 3, created_at: 30, ...fromAgent }),
		makeMessage({ id: 4, created_at: 30, ...fromAgent }),
	];
	const receipts = (lastSeenId: number) => [...receiptsOf(messages, lastSeenId)];
	assert.deepEqual(receipts(2), [
		[4, 'sent'],
		[1, 'read'],
	]);
	assert.deepEqual(receipts(3), [
		[4, 'sent'],
		[3, 'read'],
	]);
	assert.deepEqual(receipts(4), [[4, 'read']]);
	assert.deepEqual(receipts(0), [[4, 'sent']]);
	const delivered = [
		...messages.slice(0, 3),
		makeMessage({ id: 4, created_at: 30, ...fromAgent, status: 'delivered' }),
	];
	assert.deepEqual(
		[...receiptsOf(delivered, 3)],
		[
			[4, 'delivered'],
			[3, 'read'],
		],
	);
});
