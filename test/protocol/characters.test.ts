import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { beginningOf, hasAtMost, maxCharacters, shorten } from '../../src/protocol/base/characters.ts';

test('a text may have as many characters as the limit says, of whatever script', () => {
	assert.ok(hasAtMost(4, 'Kiln'));
	assert.ok(!hasAtMost(4, 'Kilns'));
	assert.ok(hasAtMost(4, '🏺🏺🏺🏺'));
	assert.ok(!hasAtMost(4, '🏺🏺🏺🏺!'));
	assert.ok(v.is(v.pipe(v.string(), maxCharacters(4, 'too long')), '🏺🏺🏺🏺'));
	assert.ok(!v.is(v.pipe(v.string(), maxCharacters(4, 'too long')), '🏺🏺🏺🏺🏺'));
});

test('a text that is too long is cut without half a character, and says that it goes on', () => {
	assert.equal(beginningOf('A 🏺', 3), 'A ');
	assert.equal(beginningOf('A 🏺', 4), 'A 🏺');
	assert.equal(shorten('Kiln', 4), 'Kiln');
	assert.equal(shorten('Kilns', 4), 'Kiln…');
});
