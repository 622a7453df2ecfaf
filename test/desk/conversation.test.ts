import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromAnswer, mergeConversation, withMessage } from '../../src/desk/conversations/conversation.ts';
import { makeConversation, makeMessage } from './samples.ts';

test('an answer that an event has overtaken replaces nothing newer', () => {
	const newer = fromAnswer(
		makeConversation({ status: 'resolved', updated_at: 20, last_activity_at: 20, unread_count: 0 }),
	);
	const older = fromAnswer(makeConversation({ status: 'open', updated_at: 10, last_activity_at: 10, unread_count: 3 }));
	assert.deepEqual(mergeConversation(newer, older, newer), newer);
	assert.deepEqual(mergeConversation(older, newer, older), newer);
});

test('the preview is the newest message, from an answer or an event', () => {
	const first = makeMessage({ id: 1, content: 'first' });
	const second = makeMessage({ id: 2, content: 'second' });
	const known = withMessage(fromAnswer(makeConversation({ last_non_activity_message: first })), second);
	const late = fromAnswer(makeConversation({ last_non_activity_message: first, updated_at: 99 }));
	assert.equal(mergeConversation(known, late, known).lastMessage?.content, 'second');
});

test('an automatic message is no preview where a person has said something, whichever arrives first', () => {
	const question = makeMessage({ id: 1, message_type: 0, content: 'Where is my order?' });
	const greeting = makeMessage({ id: 2, message_type: 3, content: 'Welcome!' });
	const asked = fromAnswer(makeConversation({ last_non_activity_message: question }));
	assert.equal(withMessage(asked, greeting).lastMessage?.content, 'Where is my order?');
	const greeted = fromAnswer(makeConversation({ last_non_activity_message: greeting }));
	assert.equal(withMessage(greeted, question).lastMessage?.content, 'Where is my order?');
});

test('the preview is the question that the visitor has answered since, until somebody writes again', () => {
	const created_at = 1_767_600_000;
	const asked = makeMessage({ id: 1, message_type: 3, created_at });
	const later = makeMessage({ id: 2, created_at: created_at + 5 });
	const answered = { ...asked, answered_at: new Date((created_at + 10) * 1000).toISOString() };
	const known = withMessage(fromAnswer(makeConversation({ last_non_activity_message: later })), answered);
	assert.equal(known.lastMessage?.id, 1);
	assert.equal(withMessage(known, makeMessage({ id: 3, created_at: created_at + 15 })).lastMessage?.id, 3);
	assert.equal(withMessage(known, later).lastMessage?.id, 1);
});

test('an activity line moves the conversation up but is no preview', () => {
	const known = fromAnswer(makeConversation({ last_non_activity_message: makeMessage({ id: 1, content: 'Hello' }) }));
	const activity = makeMessage({ id: 2, message_type: 2, content: 'Conversation was resolved' });
	activity.conversation.last_activity_at = known.lastActivityAt + 5;
	const after = withMessage(known, activity);
	assert.equal(after.lastMessage?.content, 'Hello');
	assert.equal(after.lastActivityAt, known.lastActivityAt + 5);
});

test('an old message that changes does not bring back an old unread count', () => {
	const known = fromAnswer(makeConversation({ last_activity_at: 100, unread_count: 0 }));
	const changed = makeMessage({ id: 1 });
	changed.conversation = { ...changed.conversation, last_activity_at: 50, unread_count: 2 };
	assert.equal(withMessage(known, changed).unreadCount, 0);
});

test('an answer to a question from before the agent read it does not make a conversation unread again', () => {
	const message = makeMessage({ id: 1 });
	const unread = fromAnswer(makeConversation({ unread_count: 1, last_non_activity_message: message }));
	const read = { ...unread, unreadCount: 0 };
	assert.equal(mergeConversation(read, unread, unread).unreadCount, 0);
	assert.equal(mergeConversation(read, unread, undefined).unreadCount, 0);
	assert.equal(mergeConversation(read, unread, read).unreadCount, 1);
	const withNews = { ...unread, lastMessage: makeMessage({ id: 2 }) };
	assert.equal(mergeConversation(read, withNews, unread).unreadCount, 1);
});
