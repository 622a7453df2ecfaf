import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomToken } from '../../../src/server/base/randomToken.ts';

test('tokens are long, differ, and do not begin with a dash', () => {
	const tokens = Array.from({ length: 2_000 }, randomToken);
	assert.equal(new Set(tokens).size, tokens.length);
	for (const token of tokens) assert.match(token, /^\w[\w-]{23}$/);
});
