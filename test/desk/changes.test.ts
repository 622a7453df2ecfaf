/** Changes of a conversation whose answers are overtaken by events. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from 'jotai/vanilla';
import { setPriority } from '../../src/desk/conversations/changes.ts';
import { fromAnswer } from '../../src/desk/conversations/conversation.ts';
import {
	findConversation,
	keep,
	knownConversationsAtom,
	receiveConversation,
} from '../../src/desk/conversations/conversations.ts';
import { actAs } from '../../src/desk/session/api.ts';
import { makeConversation, makePushConversation } from './samples.ts';

const mira = makeConversation();

for (const [claim, event, expected] of [
	['is shown', undefined, 'low'],
	['gives way to an event that came before it', { priority: 'high', updated_at: mira.updated_at + 1 }, 'high'],
] as const) {
	test(`the answer to a change ${claim}`, async (t) => {
		const answered = Promise.withResolvers<Response>();
		t.mock.method(globalThis, 'fetch', () => answered.promise);
		const store = createStore();
		store.set(actAs, { accountId: 1 });
		store.set(keep, [fromAnswer(mira)]);
		const changed = store.set(setPriority, mira.id, 'low');
		if (event) store.set(receiveConversation, makePushConversation(event));
		answered.resolve(Response.json(''));
		await changed;
		assert.equal(findConversation(store.get(knownConversationsAtom), mira.id)?.priority, expected);
	});
}
