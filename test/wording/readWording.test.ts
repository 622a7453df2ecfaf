import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWN_TEXT_MAX } from '#protocol/base/limits.ts';
import { ENABLED_LOCALES } from '#protocol/base/locales.ts';
import { listChatTexts } from '../../src/server/language/chatTexts.ts';
import { describeProblem, readWording } from '../../src/wording/readWording.ts';

const COUNT = '{count, plural, one {# article found} other {# articles found}}';
const CONSENT = 'I agree to the <0>privacy policy</0> and the <1>terms of service</1>.';

/** What is wrong with the text, or its compiled form. */
function read(text: string, ...references: string[]) {
	const wording = readWording(text, references);
	return 'problem' in wording ? describeProblem(wording.problem) : wording.compiled;
}

test('a text has the placeholders of the one that it replaces, in any order and place', () => {
	assert.deepEqual(read('Ask us', 'Start Conversation'), ['Ask us']);
	assert.deepEqual(read('{b} before {a}', '{a} and {b}'), [['b'], ' before ', ['a']]);
	assert.equal(read('By us', 'Powered by {name}'), 'has to contain {name}');
	assert.equal(read('By {nam}', 'Powered by {name}'), 'must not contain {nam}');
	assert.deepEqual(read("It's '{'not'}' {name}", 'Powered by {name}'), ["It's {not} ", ['name']]);
});

test('a count may be worded by its choices, or be written as it is, and no other placeholder may have choices', () => {
	assert.deepEqual(read('{count} found', COUNT), [['count'], ' found']);
	assert.deepEqual(read('{count, plural, =0 {none} few {# few} other {#}}', COUNT), [
		['count', 'plural', { offset: undefined, 0: ['none'], few: ['#', ' few'], other: ['#'] }],
	]);
	assert.equal(read('{count, plural, one {#}}', COUNT), 'has to contain other {…}');
	assert.equal(read('{name, plural, other {#}}', 'Powered by {name}'), 'must not contain {name, plural}');
	assert.equal(read('{name, number}', 'Powered by {name}'), 'must not contain {name, number}');
});

test('a text has the tags of the one that it replaces, each of them once and closed, and no HTML', () => {
	assert.ok(Array.isArray(read('<1>Terms</1>, <0>privacy</0>: yes', CONSENT)));
	assert.equal(read('<0>Privacy</0>: yes', CONSENT), 'has to contain </1>');
	assert.equal(read('<0>Privacy</0> <1>terms</1> <0>x</0>', CONSENT), 'must not contain </0>');
	assert.equal(read('</0>Privacy<0> <1>terms</1>', CONSENT), 'must not contain </0>');
	assert.equal(read('<b>Ask us</b>', 'Start Conversation'), 'must not contain </b>');
	assert.deepEqual(read('3 < 4 & "5" > 4', 'Start Conversation'), ['3 < 4 & "5" > 4']);
});

test('a text that is too long or cannot be read is refused', () => {
	assert.equal(read('x'.repeat(OWN_TEXT_MAX + 1), 'Close'), `is too long (maximum is ${OWN_TEXT_MAX} characters)`);
	assert.ok(Array.isArray(read('😀'.repeat(OWN_TEXT_MAX), 'Close')));
	for (const text of ['{name', '{count, plural}', '{count, plural, one {x}'])
		assert.equal(read(text, 'Close'), 'is no valid text: check its braces');
});

test('a text may have the placeholders of its own language where they are others than the English ones', () => {
	const polish = 'Wrócimy {day, select, 0 {w niedzielę} other {w tygodniu}}';
	assert.equal(read(polish, 'We will be back online on {weekday}'), 'must not contain {day}');
	assert.ok(Array.isArray(read(polish, 'We will be back online on {weekday}', polish)));
	assert.ok(Array.isArray(read('{weekday}!', 'We will be back online on {weekday}', polish)));
});

for (const locale of ENABLED_LOCALES)
	test(`every text of the catalogue in ${locale} may stand in its own place`, () => {
		const wrong = listChatTexts(locale).filter(({ english, text }) => 'problem' in readWording(text, [english, text]));
		assert.deepEqual(wrong, []);
	});

test('no two texts of the chat have one id', () => {
	const ids = listChatTexts('en').map(({ id }) => id);
	assert.equal(new Set(ids).size, ids.length);
	assert.ok(ids.includes('Start Conversation'));
	assert.ok(ids.includes('Read (message)'));
});
