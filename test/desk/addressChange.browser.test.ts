/** The agent's own address, under "My account". */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field } from './form.ts';
import { chooseInAgentMenu, findNamed, hasText, inMain, until } from './page.ts';
import { PROFILE } from './samples.ts';

const CHANGE = '/api/v1/profile/email_change';
const ADMINISTRATOR = { ...PROFILE, role: 'administrator' };
const NEW = 'ada@new.example';
const SUBMIT = { selector: 'main form:has([name=email]) [type=submit]' };
const server = startFakeServer();
const mails = document.createElement('meta');
mails.name = 'login-links';
let leave = async () => {};

before(async () => {
	server.answer('GET /api/v1/profile/desk_sessions', () => ({ payload: [] }));
	server.answer('GET /api/v1/profile/access_tokens', () => ({ payload: [] }));
	leave = await enterDesk(server);
});
after(() => leave());

test('where the server mails no links, the account says so, and why the address stays', async () => {
	location.hash = '#/settings/account';
	const hint = await until(() =>
		[...document.querySelectorAll('main p')].find(({ textContent }) => textContent.startsWith('It changes when')),
	);
	assert.equal(
		hint.textContent,
		'It changes when you open the link that we email to the new address. This server sends no such emails. Email',
	);
	assert.equal(hint.querySelector('a')?.hash, '#/settings/mail');
	assert.equal(findNamed('main button', 'Change'), undefined);
	location.hash = '#/settings/labels';
	await until(() => !hasText('Access tokens'));
});

test('what is wrong with a new address is said beside its field, and nothing that was typed is lost', async () => {
	document.head.append(mails);
	location.hash = '#/settings/account';
	await press(inMain('Change'));
	await until(() => document.activeElement === document.querySelector('main [name=email]'));
	await fill(field('email'), 'ada at new');
	await fill(field('current_password'), 'the one before');
	const submit = () => press(SUBMIT);
	await submit();
	await until(() => errorOf('email') === 'Please enter a valid email address');
	await fill(field('email'), PROFILE.email.toUpperCase());
	await submit();
	await until(() => errorOf('email') === 'This is your address already.');
	await fill(field('email'), NEW);
	const refuse = (status: number, attributes: string[] = []) =>
		server.answer(`POST ${CHANGE}`, () => Response.json({ message: '', attributes }, { status }));
	refuse(422, ['email']);
	await submit();
	await until(() => errorOf('email') === 'Please enter a valid email address');
	refuse(422, ['current_password']);
	await submit();
	await until(() => errorOf('current_password') === 'The current password is not correct.');
	assert.equal(document.activeElement, field('current_password'));
	refuse(429);
	await submit();
	await until(() => hasText('Too many attempts. Wait a few minutes and try again.'));
	assert.deepEqual([field('email').value, field('current_password').value], [NEW, 'the one before']);
	assert.equal(field('current_password').type, 'password');
	await axeFindsNothing('main', ['light', 'dark']);
});

test('a link is asked for, and the answer does not say whether somebody else has the address', async () => {
	server.answer(`POST ${CHANGE}`, ({ body }) => {
		assert.deepEqual(body, { email: NEW, current_password: 'the one before', locale: 'en' });
		return { success: true };
	});
	await press(SUBMIT);
	await until(() => document.activeElement?.textContent.startsWith(`If nobody else has the address ${NEW}, a link`));
	assert.equal(document.querySelector('main [name=email]'), null);
	assert.ok(findNamed('main button', 'Change'));
	assert.ok(hasText(PROFILE.email));
});

test('a link that comes into the open desk is used once, and tried again where the server does not answer', async () => {
	server.answer(`POST ${CHANGE}/confirm`, () => {
		throw 500;
	});
	location.hash = `#address=once&email=${encodeURIComponent(NEW)}`;
	const again = await until(() => findNamed('main button', 'Try again'));
	assert.equal(location.hash, '#/settings/account');
	const before = server.calls.length;
	server.answer(`POST ${CHANGE}/confirm`, ({ body }) => {
		assert.deepEqual(body, { email: NEW, token: 'once', locale: 'en' });
		return { ...ADMINISTRATOR, email: NEW };
	});
	await press(again);
	await until(() => hasText('Your email address has been changed.') && hasText(NEW));
	assert.ok(!hasText(PROFILE.email));
	assert.ok(!hasText('If nobody else has the address'));
	assert.deepEqual(server.calls.slice(before), [`POST ${CHANGE}/confirm`]);
});

test('a link that the server refuses is said to be spent', async () => {
	server.answer(`POST ${CHANGE}/confirm`, () => Response.json({ message: '', attributes: ['token'] }, { status: 422 }));
	location.hash = `#address=spent&email=${encodeURIComponent(NEW)}`;
	await until(() => hasText('This link has already been used, is no longer valid, or is another person’s.'));
	assert.ok(!hasText('Your email address has been changed.'));
});

test('an agent who is not signed in does that first, and reads why', async () => {
	await chooseInAgentMenu('Sign out');
	await until(() => findNamed('button', 'Sign in'));
	assert.ok(!hasText('Sign in to confirm your new email address.'));
	const before = server.calls.length;
	location.hash = `#address=later&email=${encodeURIComponent(NEW)}`;
	await until(() => hasText('Sign in to confirm your new email address.'));
	assert.ok(!server.calls.slice(before).includes(`POST ${CHANGE}/confirm`));
	server.answer(`POST ${CHANGE}/confirm`, ({ body }) => {
		assert.deepEqual(body, { email: NEW, token: 'later', locale: 'en' });
		return { ...ADMINISTRATOR, email: NEW };
	});
	await fill({ selector: 'main input[name=email]' }, PROFILE.email);
	await fill({ selector: 'main input[name=current-password]' }, 'secret');
	await key('Enter');
	await until(() => hasText('Your email address has been changed.') && hasText(NEW));
	mails.remove();
});
