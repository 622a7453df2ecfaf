/** Changes of a conversation whose answers are overtaken by events. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createStore } from 'jotai/vanilla';
import { setPriority, tickedLabelsAtom, toggleLabel } from '../../src/desk/conversations/changes.ts';
import { fromAnswer } from '../../src/desk/conversations/conversation.ts';
import {
	findConversation,
	mergeConversations,
	knownConversationsAtom,
	receiveConversation,
} from '../../src/desk/conversations/conversations.ts';
import { actAs } from '../../src/desk/session/api.ts';
import { until } from '../widget/until.ts';
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
		store.set(mergeConversations, [fromAnswer(mira)]);
		const changed = store.set(setPriority, mira.id, 'low');
		if (event) store.set(receiveConversation, makePushConversation(event));
		answered.resolve(Response.json(''));
		await changed;
		assert.equal(findConversation(store.get(knownConversationsAtom), mira.id)?.priority, expected);
	});
}

/** Ticks labels against a server whose answers the test gives; returns the requests' labels. */
function serveLabels(t: TestContext) {
	const asked: { labels: string[]; answer: (response: Response) => void }[] = [];
	t.mock.method(globalThis, 'fetch', async (_input: unknown, init?: RequestInit) => {
		const { promise, resolve } = Promise.withResolvers<Response>();
		const { labels } = JSON.parse(init?.body as string) as { labels: string[] };
		asked.push({ labels, answer: resolve });
		return promise;
	});
	const store = createStore();
	store.set(actAs, { accountId: 1 });
	store.set(mergeConversations, [fromAnswer(makeConversation({ labels: [] }))]);
	const shown = () => {
		const known = findConversation(store.get(knownConversationsAtom), mira.id);
		assert.ok(known);
		return store.get(tickedLabelsAtom)(known);
	};
	return { store, asked, shown };
}

test('labels that are ticked faster than the server answers are sent together, with what others have told meanwhile', async (t) => {
	const { store, asked, shown } = serveLabels(t);
	const ticked = store.set(toggleLabel, mira.id, 'vip');
	void store.set(toggleLabel, mira.id, 'refund');
	assert.deepEqual(shown(), ['vip', 'refund']);
	store.set(receiveConversation, makePushConversation({ labels: ['vip', 'theirs'], updated_at: mira.updated_at + 1 }));
	assert.deepEqual(shown(), ['vip', 'theirs', 'refund']);
	void store.set(toggleLabel, mira.id, 'late');
	asked[0]?.answer(Response.json({ payload: ['vip'] }));
	await until('the rest is sent', () => asked.length === 2);
	asked[1]?.answer(Response.json({ payload: ['vip', 'theirs', 'refund', 'late'] }));
	await ticked;
	assert.deepEqual(
		asked.map(({ labels }) => labels),
		[['vip'], ['vip', 'theirs', 'refund', 'late']],
	);
	assert.deepEqual(shown(), ['vip', 'theirs', 'refund', 'late']);
});

test('after a label that the server refuses the others show what the server has', async (t) => {
	const { store, asked, shown } = serveLabels(t);
	const ticked = store.set(toggleLabel, mira.id, 'vip');
	asked[0]?.answer(Response.json({}, { status: 500 }));
	await assert.rejects(ticked);
	assert.deepEqual(shown(), []);
});
