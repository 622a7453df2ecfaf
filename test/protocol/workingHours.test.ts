import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { inboxSettings } from '../../src/protocol/application/inboxSettings.ts';
import { isTimeZone } from '../../src/protocol/base/timeZone.ts';
import { TIME_ZONE_NAMES, timeZoneNamed } from '../../src/protocol/base/timeZoneNames.ts';
import { daysOf, hoursOf, spokenDaysOf, timesWith } from '../../src/protocol/entities/workingHours.ts';

const open = (day: number, from: number, to: number) =>
	hoursOf([{ day, state: 'hours', from, to }])[0] ?? assert.fail();
const NINE_TO_FIVE = open(1, 9 * 60 + 30, 17 * 60);
const CLOSED = hoursOf([{ day: 0, state: 'closed', from: 0, to: 0 }])[0] ?? assert.fail();
const ALL_DAY = hoursOf([{ day: 6, state: 'open', from: 0, to: 0 }])[0] ?? assert.fail();

describe('a week of working hours', () => {
	test('has texts of a 12-hour clock in the form of an editor', () => {
		assert.deepEqual(spokenDaysOf([CLOSED, NINE_TO_FIVE, ALL_DAY]), [
			{ day: 0, from: '', to: '', valid: false, openAllDay: false },
			{ day: 1, from: '09:30 AM', to: '05:00 PM', valid: true, openAllDay: false },
			{ day: 6, from: '12:00 AM', to: '11:59 PM', valid: true, openAllDay: true },
		]);
		const noon = spokenDaysOf([open(2, 0, 12 * 60), open(3, 12 * 60 + 15, 23 * 60 + 45)]);
		assert.deepEqual(
			noon.map(({ from, to }) => [from, to]),
			[
				['12:00 AM', '12:00 PM'],
				['12:15 PM', '11:45 PM'],
			],
		);
	});

	test('is the same after it went to an editor and came back', () => {
		const week = [
			CLOSED,
			NINE_TO_FIVE,
			open(2, 0, 1),
			open(3, 11 * 60 + 59, 12 * 60),
			open(4, 7, 23 * 60 + 59),
			ALL_DAY,
		];
		assert.deepEqual(v.parse(inboxSettings.working_hours.change, spokenDaysOf(week)), week);
		assert.deepEqual(hoursOf(daysOf(week)), week);
	});

	test('is closed where an editor gives no time, and both forms may stand in one list', () => {
		const days = [{ day: 0, from: '', to: '05:00 PM' }, { day: 2, from: null, to: null }, { day: '3' }, NINE_TO_FIVE];
		const closed = [0, 2, 3].map((day_of_week) => ({ ...CLOSED, day_of_week }));
		assert.deepEqual(v.parse(inboxSettings.working_hours.change, days), [...closed, NINE_TO_FIVE]);
	});

	test('is refused with times that there are not, and with a day that ends before it begins', () => {
		for (const [from, to] of [
			['13:00 PM', '05:00 PM'],
			['9 AM', '05:00 PM'],
			['09:60 AM', '05:00 PM'],
			['00:30 AM', '05:00 PM'],
			['09:30', '17:00'],
			['05:00 PM', '09:30 AM'],
			['09:30 AM', '09:30 AM'],
		]) {
			const result = v.safeParse(inboxSettings.working_hours.change, [
				{ day: 1, from, to, valid: true, openAllDay: false },
			]);
			assert.equal(result.success, false, `${from} – ${to}`);
			assert.match(result.issues?.[0]?.message ?? '', /^must open before they close/);
		}
		assert.equal(v.is(inboxSettings.working_hours.change, [{ day: 7, from: '', to: '' }]), false);
	});

	test('offers a time every quarter of an hour, the last minute, and the one that is chosen', () => {
		const times = timesWith(9 * 60 + 10);
		assert.equal(times.length, 24 * 4 + 2);
		assert.deepEqual(times.slice(36, 39), [9 * 60, 9 * 60 + 10, 9 * 60 + 15]);
		assert.equal(times.at(-1), 24 * 60 - 1);
	});
});

describe('the names of time zones', () => {
	test('each stand for a zone that the machine knows', () => {
		const unknown = Object.values(TIME_ZONE_NAMES).filter((zone) => !isTimeZone(zone));
		assert.deepEqual(unknown, []);
		assert.ok(Object.keys(TIME_ZONE_NAMES).length >= 150);
	});

	test('are taken with their offset or without, and IANA names stay', () => {
		for (const [name, zone] of [
			['(GMT-05:00) Eastern Time (US & Canada)', 'America/New_York'],
			['Eastern Time (US & Canada)', 'America/New_York'],
			['(GMT+05:30) New Delhi', 'Asia/Kolkata'],
			['Europe/Berlin', 'Europe/Berlin'],
			['toString', 'toString'],
		] as const)
			assert.equal(timeZoneNamed(name), zone);
		assert.equal(v.parse(inboxSettings.timezone.change, '(GMT+01:00) Berlin'), 'Europe/Berlin');
		assert.equal(v.is(inboxSettings.timezone.change, '(GMT+01:00) Atlantis'), false);
	});
});
