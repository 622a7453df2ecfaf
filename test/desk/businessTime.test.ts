import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReplyTime } from '#protocol/entities/channel.ts';
import { isOverdueInHours } from '../../src/desk/account/businessTime.ts';

const MONDAY_TO_FRIDAY = Array.from({ length: 7 }, (_, day_of_week) => ({
	day_of_week,
	open_hour: 9,
	open_minutes: 0,
	close_hour: 16,
	close_minutes: 59,
	closed_all_day: day_of_week === 0 || day_of_week === 6,
	open_all_day: false,
}));

const CLOSED = MONDAY_TO_FRIDAY.map((day) => ({ ...day, closed_all_day: true }));

const HOUR = 3_600_000;
const PROMISED: Record<ReplyTime, number> = {
	in_a_few_minutes: HOUR / 6,
	in_a_few_hours: 4 * HOUR,
	in_a_day: 24 * HOUR,
};

/** By Berlin's clock, in winter; 3 December 2027 is a Friday. */
function isLate(reply_time: ReplyTime, since: string, now: string, working_hours = MONDAY_TO_FRIDAY): boolean {
	const at = (text: string) => Date.parse(`2027-12-${text}+01:00`);
	const promise = { reply_time, working_hours_enabled: true, working_hours, timezone: 'Europe/Berlin' };
	return isOverdueInHours(promise, PROMISED[reply_time], at(since), at(now));
}

test('the hours in which the team is not there are no waiting', () => {
	assert.equal(isLate('in_a_few_minutes', '03T16:55', '06T09:04'), false, 'five minutes on Friday, four on Monday');
	assert.equal(isLate('in_a_few_minutes', '03T16:55', '06T09:06'), true);
	assert.equal(isLate('in_a_few_hours', '03T20:00', '06T12:59'), false);
	assert.equal(isLate('in_a_few_hours', '03T20:00', '06T13:01'), true);
});

test('a day is one on which the team is there', () => {
	assert.equal(isLate('in_a_day', '02T16:00', '03T15:59'), false);
	assert.equal(isLate('in_a_day', '02T16:00', '03T16:01'), true);
	assert.equal(isLate('in_a_day', '03T16:00', '06T15:59'), false);
	assert.equal(isLate('in_a_day', '03T16:00', '06T16:01'), true);
});

test('a team that is never there is never late', () => {
	assert.equal(isLate('in_a_few_minutes', '03T20:00', '30T20:00', CLOSED), false);
});
