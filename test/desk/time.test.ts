import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
	formatDay,
	formatMoment,
	formatRecent,
	formatTime,
	formatTimeAt,
	formatWait,
} from '../../src/desk/common/time.ts';

const { TZ = '' } = process.env;
/** Around midnight in UTC, on 15 January 2026. */
const SECONDS = Date.UTC(2026, 0, 15, 23, 30) / 1000;

afterEach(() => {
	process.env['TZ'] = TZ;
});

describe('the desk’s times', () => {
	test('follow the computer’s time zone when that changes, also what was formatted before', () => {
		const texts = (zone: string): string[] => {
			process.env['TZ'] = zone;
			const now = new Date((SECONDS + 60) * 1000);
			return [
				formatTime(SECONDS, 'en'),
				formatRecent(SECONDS, 'en', now),
				formatMoment(SECONDS, 'en'),
				formatDay(SECONDS, 'en'),
			].map((text) => text.replaceAll('\u202f', ' '));
		};
		const lisbon = ['11:30 PM', '11:30 PM', 'Jan 15, 2026, 11:30 PM', 'Thursday, January 15, 2026'];
		assert.deepEqual(texts('Europe/Lisbon'), lisbon);
		assert.deepEqual(texts('Asia/Kolkata'), [
			'5:00 AM',
			'5:00 AM',
			'Jan 16, 2026, 5:00 AM',
			'Friday, January 16, 2026',
		]);
		assert.deepEqual(texts('Europe/Lisbon'), lisbon);
	});

	test('have the offset of their own date, in summer as in winter', () => {
		process.env['TZ'] = 'Europe/Berlin';
		const noon = (month: number): string => formatTime(Date.UTC(2026, month, 15, 12) / 1000, 'de');
		assert.deepEqual([noon(0), noon(6)], ['13:00', '14:00']);
	});

	test('tell a wait in its largest whole unit, and nothing of less than a minute', () => {
		const after = (seconds: number, locale: string, unit: 'narrow' | 'long' = 'long') =>
			formatWait(SECONDS, locale, (SECONDS + seconds) * 1000, unit);
		assert.deepEqual(
			[-90, 0, 59].map((seconds) => after(seconds, 'en')),
			[undefined, undefined, undefined],
		);
		assert.deepEqual(
			[60, 3_599, 3_600, 86_399, 86_400, 200_000].map((seconds) => after(seconds, 'en')),
			['1 minute', '59 minutes', '1 hour', '23 hours', '1 day', '2 days'],
		);
		assert.deepEqual([after(720, 'en', 'narrow'), after(720, 'de')], ['12m', '12 Minuten']);
	});

	test('of a visitor are those of the visitor’s clock', () => {
		process.env['TZ'] = 'Asia/Tokyo';
		assert.equal(formatTimeAt(-210, 'de', new Date(SECONDS * 1000)), 'Do., 20:00');
	});
});
