import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { Hours, HoursOfDays } from '../../../src/server/admin/commands/readHours.ts';

const read = (line: string) => v.safeParse(Hours, line);
const daysOf = (line: string) => v.parse(Hours, line).map(({ day_of_week }) => day_of_week);

test('reads days with their times', () => {
	const [monday] = v.parse(Hours, 'mon 09:00-17:30');
	assert.deepEqual(monday, {
		day_of_week: 1,
		open_hour: 9,
		open_minutes: 0,
		close_hour: 17,
		close_minutes: 30,
		closed_all_day: false,
		open_all_day: false,
	});
});

test('what closes at 24:00 is open in the last minute of the day', () => {
	const [friday] = v.parse(Hours, 'fri 22:00-24:00');
	assert.deepEqual([friday?.open_hour, friday?.close_hour, friday?.close_minutes], [22, 23, 59]);
	assert.equal(read('fri 24:00-24:00').success, false);
});

test('hours past midnight are refused with what is possible', () => {
	assert.match(read('fri 22:00-02:00').issues?.[0].message ?? '', /at 24:00 at the latest.*"sat 00:00-02:00"/);
	assert.equal(v.safeParse(HoursOfDays, ['fri 22:00-24:00', 'sat 00:00-02:00']).success, true);
});

test('reads several days, also over the end of the week', () => {
	assert.deepEqual(daysOf('mon-fri 09:00-17:00'), [1, 2, 3, 4, 5]);
	assert.deepEqual(daysOf('Fri-Mon closed'), [5, 6, 0, 1]);
});

test('a closed day and one that is always open have no times', () => {
	const [closed] = v.parse(Hours, 'sat closed');
	const [always] = v.parse(Hours, 'sun all-day');
	assert.deepEqual([closed?.closed_all_day, closed?.open_hour], [true, null]);
	assert.deepEqual([always?.open_all_day, always?.open_hour], [true, null]);
});

test('hours that end before they begin are refused with that reason', () => {
	for (const line of ['mon 17:00-09:00', 'mon-fri 09:00-09:00']) {
		assert.match(read(line).issues?.[0].message ?? '', /^must open before they close/);
	}
	assert.match(read('mon 9-17').issues?.[0].message ?? '', /^must be like/);
});

test('a day that is named twice is refused, also within a range', () => {
	const problemOf = (...lines: string[]) => v.safeParse(HoursOfDays, lines).issues?.[0].message;
	assert.equal(problemOf('mon-fri 09:00-17:00', 'sat-sun closed'), undefined);
	assert.equal(problemOf('mon 20:00-23:59', 'mon 00:00-02:00'), 'has mon twice: a day opens and closes once');
	assert.equal(problemOf('mon-sun 09:00-17:00', 'sat closed'), 'has sat twice: a day opens and closes once');
	assert.match(problemOf('mon-fri 17:00-09:00') ?? '', /^must open before they close/);
});

test('an invalid line is refused', () => {
	for (const line of [
		'',
		'mon',
		'mon 9-17',
		'mon 09:00-25:00',
		'mon 17:00-09:00',
		'mon 09:00-09:00',
		'xyz closed',
		'mon-xyz closed',
	]) {
		assert.equal(read(line).success, false, line);
	}
});
