/** The counts of the views, which the server counts again when something changes. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createStore } from 'jotai/vanilla';
import { countChange, countsAtom } from '../../src/desk/conversations/counts.ts';
import { PACE } from '../../src/desk/conversations/createPaced.ts';
import { fromAnswer } from '../../src/desk/conversations/conversation.ts';
import { actAs } from '../../src/desk/session/api.ts';
import { until } from '../support/until.ts';
import { makeConversation } from './samples.ts';

test('what changes soon after the server has counted is counted too, all of it at once', async (t: TestContext) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	let asked = 0;
	t.mock.method(globalThis, 'fetch', async () => {
		asked += 1;
		return Response.json({ meta: { mine_count: asked, assigned_count: 0, unassigned_count: 0, all_count: 0 } });
	});
	const store = createStore();
	store.set(actAs, { accountId: 1 });
	const isCounted = (times: number) => until(`${times} counts`, () => store.get(countsAtom)?.mine_count === times);
	const conversation = fromAnswer(makeConversation({ id: 1 }));
	const assigned = { ...conversation, assignee: { id: 1, name: 'Ada', thumbnail: '' } };

	store.set(countChange, undefined, conversation);
	await isCounted(1);
	store.set(countChange, conversation, assigned);
	store.set(countChange, assigned, { ...assigned, status: 'resolved' });
	assert.equal(asked, 1);
	t.mock.timers.tick(PACE);
	await isCounted(2);
	t.mock.timers.tick(PACE);
	store.set(countChange, assigned, assigned);
	store.set(countChange, undefined, conversation);
	await isCounted(3);
});
