import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedLanguages } from '../../../src/server/language/acceptedLanguages.ts';

test('the most wanted language comes first; those of equal rank stay in their order', () => {
	assert.deepEqual(acceptedLanguages('fr;q=0.5, de-AT, en;q=0.8,pt-BR'), ['de-AT', 'pt-BR', 'en', 'fr']);
});

test('a refused language and an invalid header name no language', () => {
	assert.deepEqual(acceptedLanguages('de;q=0, fr;q=x'), []);
	assert.deepEqual(acceptedLanguages(' , ;q=1'), []);
	assert.deepEqual(acceptedLanguages(undefined), []);
});
