import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from '../../../src/server/base/sealed.ts';
import { createSqlite } from '../sqlite.ts';
import { describeMailSettings } from './mailSettingsContract.ts';

describeMailSettings('SQLite', createSqlite);

const KEY = 'a-key-of-at-least-thirty-two-characters';
const OTHER = 'another-key-of-more-than-thirty-two-characters';

test('a sealed secret is opened by its key, also by a former one, and as what it is', () => {
	const sealed = seal([KEY], 'smtp_password', 'pässword');
	assert.equal(unseal([KEY], 'smtp_password', sealed), 'pässword');
	assert.equal(unseal([OTHER, KEY], 'smtp_password', sealed), 'pässword');
	assert.equal(unseal([KEY], 'imap_password', sealed), undefined);
	assert.equal(unseal([OTHER], 'smtp_password', sealed), undefined);
	assert.notEqual(seal([KEY], 'smtp_password', 'pässword'), sealed);
	for (const damaged of ['', 'v1.', `${sealed.slice(0, -4)}AAAA`, 'pässword'])
		assert.equal(unseal([KEY], 'smtp_password', damaged), undefined);
});
