import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMentioned, mentionOf, withMentions, withoutMentions } from '#protocol/entities/mentions.ts';

test('a name with brackets is read again as it was named', () => {
	const text = `Ask ${mentionOf({ id: 5, name: 'Ada (Lee) [x]' })}, or ${mentionOf({ id: 6, name: 'Bo' })}`;
	assert.deepEqual(listMentioned(text), [5, 6]);
	assert.equal(withoutMentions(text), 'Ask @Ada (Lee) x, or @Bo');
});

test('mentions of Chatwoot are read, each person once; other links name nobody', () => {
	const text = '[@Ada Lee](mention://user/5/Ada%20Lee) [Ada](mention://team/5/x) [b](https://shop.example/user/6/b)';
	assert.deepEqual(listMentioned(text), [5]);
	assert.deepEqual(listMentioned('mention://user/5/a'), []);
});

test('names behind an @ become mentions, the longer name first; others stay as they are typed', () => {
	const people = [
		{ id: 5, name: 'Ada' },
		{ id: 6, name: 'Ada Lee' },
	];
	const text = withMentions('@Ada Lee and @Ada, not ada@shop.example or @Bo', people);
	assert.deepEqual(listMentioned(text), [6, 5]);
	assert.equal(withoutMentions(text), '@Ada Lee and @Ada, not ada@shop.example or @Bo');
});
