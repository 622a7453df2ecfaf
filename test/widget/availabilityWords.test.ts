import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCALES } from '#protocol/base/locales.ts';
import {
	clockTime,
	hasTimeWords,
	relativeTime,
	weekdayName,
} from '../../src/widget/features/availability/timeWords.ts';

process.env['TZ'] = 'UTC';

const NINE = Date.UTC(2025, 0, 6, 9);
const wordsOf = (locale: string) => [
	relativeTime(locale, 50, 'minute'),
	relativeTime(locale, 3, 'hour'),
	relativeTime(locale, 1, 'day'),
	relativeTime(locale, 2, 'day'),
	weekdayName(locale, 1),
];

test("English has Chatwoot's words", () => {
	assert.deepEqual(wordsOf('en'), ['in 50 minutes', 'in 3 hours', 'tomorrow', 'in 2 days', 'Monday']);
	assert.equal(clockTime('en', NINE, 'UTC'), '09:00 AM');
	assert.equal(clockTime('en', NINE + 8.5 * 3_600_000, 'UTC'), '05:30 PM');
});

test('Portuguese has the words of Portugal, Brazilian those of Brazil', () => {
	assert.equal(relativeTime('pt', 50, 'minute'), 'dentro de 50 minutos');
	assert.equal(relativeTime('pt_BR', 50, 'minute'), 'em 50 minutos');
});

test('hasTimeWords tells when the browser has no words in a language', () => {
	assert.equal(hasTimeWords('pseudo'), false);
});

test('every language has words of its own for times, weekdays and the clock', () => {
	for (const locale of LOCALES) {
		assert.ok(hasTimeWords(locale), locale);
		const words = wordsOf(locale);
		assert.equal(new Set(words).size, words.length, locale);
		assert.equal(new Set([0, 1, 2, 3, 4, 5, 6].map((weekday) => weekdayName(locale, weekday))).size, 7, locale);
		const time = clockTime(locale, NINE, 'UTC');
		assert.match(time, /\p{Nd}{2}\P{Nd}\p{Nd}{2}/u, locale);
		if (locale === 'en') continue;
		assert.doesNotMatch([...words, time].join(' '), /\b(in \d+ (minutes|hours|days)|tomorrow|monday)\b/i, locale);
	}
});
