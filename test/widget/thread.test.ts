import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { NO_THREAD } from '../../src/widget/features/messages/visitorThread.ts';
import {
	resetToMessage,
	findMessage,
	isBeforeLoadedRange,
	mergeMessage,
	receivePushed,
	type Thread,
} from '#models/thread.ts';

function message(id: number, changes: Partial<Message> = {}): Message {
	return {
		id,
		content: `Message ${id}`,
		message_type: 1,
		content_attributes: {},
		created_at: 1_700_000_000 + Math.floor(id / 3),
		conversation_id: 1,
		...changes,
	};
}

const put = (...messages: Message[]): Thread => messages.reduce(mergeMessage, NO_THREAD);
const ids = ({ messages }: Thread) => messages.map(({ id }) => id);

test('messages are sorted by time and id, each once, in whichever order they arrive', () => {
	const thread = put(...[4, 1, 9, 4, 2, 9, 3].map((id) => message(id)));
	assert.deepEqual(ids(thread), [1, 2, 3, 4, 9]);
	assert.deepEqual(
		thread.shown.map(({ stored }) => stored?.id),
		ids(thread),
	);
	assert.ok(findMessage(thread, message(3)));
	assert.ok(!findMessage(thread, message(5)));
});

test('a repetition without changes leaves the thread the same object', () => {
	const thread = put(message(1), message(2, { echo_id: 'mine' }));
	assert.equal(mergeMessage(thread, message(2)), thread);
});

test("an update keeps the fields that it lacks, and leaves other messages' objects unchanged", () => {
	const before = put(message(1), message(2, { echo_id: 'mine' }), message(3));
	const after = mergeMessage(before, message(2, { content: 'Changed' }));
	assert.equal(after.shown[1]?.key, 'mine');
	assert.equal(after.shown[1]?.content, 'Changed');
	assert.equal(after.shown[0], before.shown[0]);
	assert.equal(after.shown[2], before.shown[2]);
});

test('a deleted message is gone, and still counts as known', () => {
	const deleted = { content_attributes: { deleted: true } };
	const thread = put(message(1), message(2), message(3), message(1, deleted), message(3, deleted));
	assert.deepEqual(ids(thread), [2]);
	assert.deepEqual([thread.oldestId, thread.newestId], [1, 3]);
});

test('an update of a message that is not loaded yet is ignored, and leaves no gap', () => {
	const thread = { ...put(message(20), message(21)), hasOlder: true };
	assert.ok(isBeforeLoadedRange(thread, message(5)));
	assert.ok(!isBeforeLoadedRange(thread, message(20)));
	assert.ok(!isBeforeLoadedRange({ ...thread, hasOlder: false }, message(5)));
	assert.deepEqual(ids(receivePushed(thread, message(5))), [20, 21]);
});

test('a thread begins with its first page, whatever came before', () => {
	const thread = resetToMessage(put(message(5), message(40), message(20), message(21)), 20);
	assert.deepEqual([ids(thread), thread.oldestId, thread.hasOlder], [[20, 21, 40], 20, true]);
	assert.deepEqual(ids({ ...thread, messages: thread.shown.flatMap(({ stored }) => stored ?? []) }), [20, 21, 40]);
});
