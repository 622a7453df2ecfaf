import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromAnswer } from '../../src/desk/conversations/conversation.ts';
import { DEFAULT_VIEW, isInView, sortConversations, SORTS } from '../../src/desk/conversations/view.ts';
import { makeConversation } from './samples.ts';

const conversations = [
	makeConversation({ id: 1, last_activity_at: 40, waiting_since: 0, priority: 'low', labels: ['vip'] }),
	makeConversation({ id: 2, last_activity_at: 30, waiting_since: 25, priority: 'urgent', inbox_id: 2 }),
	makeConversation({ id: 3, last_activity_at: 20, waiting_since: 10, priority: null, status: 'snoozed' }),
	makeConversation({ id: 4, last_activity_at: 20, waiting_since: 0, priority: 'urgent' }),
].map(fromAnswer);

test('each order is the one in which the server answers', () => {
	const orders = SORTS.map((sort) => [sort, sortConversations(sort, conversations).map(({ id }) => id)]);
	assert.deepEqual(Object.fromEntries(orders), {
		last_activity_at_desc: [1, 2, 4, 3],
		last_activity_at_asc: [3, 4, 2, 1],
		waiting_since_asc: [3, 2, 1, 4],
		priority_desc: [2, 4, 1, 3],
	});
});

test('a view shows what its status, website, label and assignee let through', () => {
	const me = { id: 5, name: 'Ada', thumbnail: '' };
	const [one, ...others] = conversations;
	assert.ok(one);
	const all = [{ ...one, assignee: me }, ...others];
	const idsIn = (view: Partial<typeof DEFAULT_VIEW>) =>
		all.filter((conversation) => isInView({ ...DEFAULT_VIEW, ...view }, conversation, 5)).map(({ id }) => id);
	assert.deepEqual(idsIn({}), [1, 2, 4]);
	assert.deepEqual(idsIn({ status: 'all' }), [1, 2, 3, 4]);
	assert.deepEqual(idsIn({ status: 'snoozed' }), [3]);
	assert.deepEqual(idsIn({ inboxId: 2 }), [2]);
	assert.deepEqual(idsIn({ label: 'vip' }), [1]);
	assert.deepEqual(idsIn({ assignee: 'me' }), [1]);
	assert.deepEqual(idsIn({ assignee: 'unassigned' }), [2, 4]);
});
