import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PushMessage } from '#protocol/entities/entities.ts';
import type { Delivery } from '../../../src/server/events/broadcaster.ts';
import { createReceiptTracker, type DeliveryReceipt } from '../../../src/server/realtime/receiptTracker.ts';

function created(id: number, conversation_id: number, message_type = 1): Delivery {
	return { event: 'message.created', data: { id, conversation_id, message_type } as PushMessage, rooms: [] };
}

test('a message is taken once a ping is answered that was sent after it', () => {
	const taken: DeliveryReceipt[] = [];
	const receipt = createReceiptTracker(1, (one) => taken.push(one));
	receipt.notePing();
	receipt.noteSent(created(10, 43));
	// This pong may have left before the message arrived.
	receipt.notePong();
	assert.deepEqual(taken, []);
	receipt.notePing();
	receipt.noteSent(created(11, 43));
	receipt.notePong();
	assert.deepEqual(taken.splice(0), [{ accountId: 1, displayId: 43, messageId: 10 }]);
	receipt.notePing();
	receipt.notePong();
	receipt.notePong();
	assert.deepEqual(taken, [{ accountId: 1, displayId: 43, messageId: 11 }]);
});

test("of several messages the newest of each conversation counts, and the visitor's own do not", () => {
	const taken: DeliveryReceipt[] = [];
	const receipt = createReceiptTracker(1, (one) => taken.push(one));
	for (const delivery of [created(2, 43, 3), created(1, 43), created(3, 44), created(4, 45, 0)])
		receipt.noteSent(delivery);
	receipt.notePing();
	receipt.noteSent(created(1, 44));
	receipt.notePing();
	receipt.notePong();
	assert.deepEqual(
		taken.map(({ displayId, messageId }) => [displayId, messageId]),
		[
			[43, 2],
			[44, 3],
		],
	);
});
