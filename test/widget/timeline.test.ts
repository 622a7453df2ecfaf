import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ShownMessage, showMessage } from '#models/shownMessage.ts';
import { countFromTeamAfter, daysAgo, layOut } from '#models/timeline.ts';
import { ADA } from './ada.ts';

const at = (text: string) => new Date(text).getTime() / 1000;

function message(createdAt: string, sender?: ShownMessage['sender'], id = 0): ShownMessage {
	return showMessage({
		id,
		content: '',
		message_type: sender ? 1 : 0,
		content_attributes: {},
		created_at: at(createdAt),
		conversation_id: 1,
		...(sender && { sender }),
	});
}

test('daysAgo counts calendar days and not 24 hours, also when the clocks change', () => {
	assert.equal(daysAgo(at('2025-03-29T23:59'), at('2025-03-30T00:01')), 1);
	assert.equal(daysAgo(at('2025-03-30T00:01'), at('2025-03-30T23:59')), 0);
	assert.equal(daysAgo(at('2025-10-24T12:00'), at('2025-10-27T01:00')), 3);
});

test('layOut begins each day once, and a run is what one sender wrote in a row on one day', () => {
	const bob = { ...ADA, id: 6 };
	const messages = [
		message('2025-03-01T10:00'),
		message('2025-03-01T10:01'),
		message('2025-03-01T10:02', ADA),
		message('2025-03-01T10:03', bob),
		message('2025-03-02T09:00', bob),
	];
	const rows = messages.map((_, index) => layOut(messages, index));
	assert.deepEqual(
		rows.map(({ startsDay }) => startsDay !== undefined),
		[true, false, false, false, true],
	);
	assert.deepEqual(
		rows.map(({ isFirstOfRun, isLastOfRun }) => `${isFirstOfRun ? 'first' : ''}${isLastOfRun ? 'last' : ''}`),
		['first', 'last', 'firstlast', 'firstlast', 'firstlast'],
	);
});

test("countFromTeamAfter counts the team's later messages, also when that message is gone", () => {
	const messages = [1, 2, 4].map((id) => message('2025-03-01T10:00', ADA, id));
	messages.push(message('2025-03-01T10:01', undefined, 5));
	assert.equal(countFromTeamAfter(messages, 1), 2);
	assert.equal(countFromTeamAfter(messages, 3), 1);
	assert.equal(countFromTeamAfter(messages, 5), 0);
});
