import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from '../../../src/server/base/sealed.ts';
import { readMailSetup } from '../../../src/server/mail/mailSetup.ts';
import { readCurrentMail } from '../../../src/server/mail/servers/currentMail.ts';
import { NO_MAIL_SETTINGS } from '../../../src/server/store/receivers/mailSettings.ts';
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

test('a key of the environment wins over the one that is stored, and one that cannot be read signs nothing', () => {
	const own = { domainName: 'env.example', keySelector: 'env', privateKey: 'pem' };
	const stored = {
		...NO_MAIL_SETTINGS,
		sender: 'Kiln <chat@Kiln.example>',
		dkim_selector: 'chat',
		dkim_key: seal([KEY], 'dkim_key', 'stored'),
	};
	const read = (environment: object, keys: [string]) =>
		readCurrentMail({ mayBePrivate: false, ...environment }, stored, keys);
	const { dkim, fromEnvironment } = read({ dkim: own }, [KEY]);
	assert.deepEqual([dkim, fromEnvironment], [own, ['dkim']]);
	const signing = { domainName: 'kiln.example', keySelector: 'chat', privateKey: 'stored' };
	assert.deepEqual(read({}, [KEY]).dkim, signing);
	const unreadable = read({}, [OTHER]);
	const setup = readMailSetup(unreadable, { publicUrl: '', isDemo: false, pause: 0 });
	assert.deepEqual([unreadable.dkim, setup.unreadable, setup.dkim_domain], ['unreadable', ['dkim'], null]);
});
