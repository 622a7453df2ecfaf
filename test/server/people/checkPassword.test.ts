/** Which passwords are refused as guessable, and how much work their hashes may take at once. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createPasswordHasher } from '../../../src/server/base/passwordHash.ts';
import { Problem } from '../../../src/server/base/problem.ts';
import { checkPassword } from '../../../src/server/domain/people/checkPassword.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada.l@kilnandco.example' };

test('passwords made of words from stolen lists are refused, in any combination', () => {
	for (const password of [
		'aaaaaaaaaaaaaaaa',
		'passwordpassword',
		'123456789012345',
		'987654321987654321',
		'qwertyuiopasdfghjkl',
		'1qaz2wsx3edc4rfv',
		'1q2w3e4r5t6y7u8i9o0p',
		'P@ssw0rd123456789',
		'iloveyouforever1',
		'letmeinletmein!!',
		'Welcome-Summer-2026!',
		'correct horse battery staple',
		'correcthorsebatterystaple',
		'live-chat-widget-admin',
		'livechat livechat 2026',
		'AdaLovelace12345',
		'kilnandco.example',
		'ada.l@kilnandco.example',
		'administrator123456',
		'abcdefghijklmnopqrst',
	])
		assert.throws(() => checkPassword(password, ADA), new Problem({ code: 'PASSWORD_GUESSABLE' }), password);
});

test('passwords that are hard to guess are accepted, with any kind of characters', () => {
	for (const password of [
		'quiet lamp over seven rivers',
		'copper-spoon-window',
		'my password is unusual',
		'xkTq9vLmRw2bZpy',
		'fünfzehn Zeichen lang',
		'безопасный чайник',
		'静かな川を渡る古い橋の上の猫と犬',
		'summer brings pelicans',
		'  spaces  around a jug  ',
	])
		checkPassword(password, ADA);
});

test('a flood of sign-ins waits in a short queue, and leaves threads for other work', async () => {
	const hasher = createPasswordHasher();
	let answered = 0;
	const flood = Array.from({ length: 60 }, async () => {
		await hasher.verify('wrong', undefined);
		answered++;
	});
	const outcomes = Promise.allSettled(flood);
	await readFile(import.meta.filename);
	assert.ok(answered <= 1, `${answered} were answered before a file was read`);
	const refused = (await outcomes).filter(({ status }) => status === 'rejected');
	assert.ok(refused.length >= 39, `${refused.length} were refused`);
});

test('a hash takes as much work as OWASP asks for, unless tests ask for less, and stays valid when that changes', async () => {
	const hash = await createPasswordHasher().hash('quiet lamp over seven rivers');
	assert.match(hash, /^\$scrypt\$ln=15,r=8,p=3\$/);
	const quicker = createPasswordHasher({ ln: 10, r: 8, p: 1 });
	assert.equal(await quicker.verify('quiet lamp over seven rivers', hash), true);
	assert.equal(await quicker.verify('quiet lamp over seven river', hash), false);
	assert.match(await quicker.hash('quiet lamp over seven rivers'), /^\$scrypt\$ln=10,r=8,p=1\$/);
});
