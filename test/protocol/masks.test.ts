import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCardNumber } from '#protocol/base/cards.ts';
import { isLinear } from '#protocol/base/masks.ts';

const LINEAR = ['KD-\\d{6,8}', '\\b[A-Z]{2}\\d{2}[ \\dA-Z]{11,30}', '[^\\d\\]]{3}x?', 'Ä\\.{2}', '\\w{64}'];
const REFUSED = [
	'',
	'\\b',
	'x?',
	'\\d*',
	'\\d+',
	'\\d{3,}',
	'(ab){2}',
	'a|b',
	'(?=x)y',
	'^a',
	'a$',
	'(\\d)\\1',
	'a\\1',
	'[',
	'[]',
	']',
	'{2}',
	'a{5,2}',
	'a{100}',
	'\\w{65}',
	'\\d{1,30}\\d{1,30}',
	'\\b{2}x',
	'\\p{L}',
	'[z-a]',
	'a??',
	'\\',
];

for (const pattern of LINEAR) test(`${pattern} is accepted`, () => assert.equal(isLinear(pattern), true));
for (const pattern of REFUSED) test(`"${pattern}" is refused`, () => assert.equal(isLinear(pattern), false));

test('the slowest patterns that are accepted take little time for the longest message', () => {
	for (const pattern of ['a{0,9}a{0,9}a{44}b', 'a{1,50}[ab]c', `${'a?'.repeat(6)}a{50}b`]) {
		assert.ok(isLinear(pattern), pattern);
		const before = process.cpuUsage();
		assert.equal(new RegExp(pattern, 'gu').exec('a'.repeat(10_000)), null);
		// Processor time, since other programs may keep this one waiting.
		assert.ok(process.cpuUsage(before).user < 2_000_000, pattern);
	}
});

test("a card's number is known by its checksum", () => {
	assert.ok(['4242424242424242', '378282246310005', '6011111111111117'].every(isCardNumber));
	assert.ok(!['4242424242424243', '378282246310006'].some(isCardNumber));
});
