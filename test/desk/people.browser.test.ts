import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { findNamed, hasText, inMain, until } from './page.ts';
import { makeInbox, PROFILE } from './samples.ts';

const server = startFakeServer();
const person = {
	id: 9,
	account_id: 1,
	name: 'Noor',
	available_name: 'Noor',
	email: 'noor@team.example',
	role: 'agent',
	thumbnail: '',
	availability_status: 'offline',
	auto_offline: false,
	confirmed: false,
};
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({
		payload: [makeInbox({ id: 1, name: 'Shop', website_token: 'shop' })],
	}));
	server.answer(`GET ${ACCOUNT}/inbox_members/1`, () => ({ payload: [] }));
	server.answer(`GET ${ACCOUNT}/agents`, () => [PROFILE]);
	leave = await enterDesk(server);
});
after(() => leave());

test('saving a new person again after a later step has failed changes the person who was added', async () => {
	location.hash = '#/settings/people/new';
	await seeField('email');
	await fill(field('name'), 'Noor');
	await fill(field('email'), 'noor@team.example');
	server.answer(`POST ${ACCOUNT}/agents`, ({ body }) => {
		assert.deepEqual(body, { name: 'Noor', role: 'agent', email: 'noor@team.example' });
		return person;
	});
	server.answer(`POST ${ACCOUNT}/inbox_members`, () => {
		throw 500;
	});
	await save();
	await until(() => document.querySelector('main [role=alert]')?.textContent === 'That did not work. Try again.');
	server.answer(`POST ${ACCOUNT}/agents`, () =>
		Response.json({ message: 'Email has already been taken', attributes: ['user_id'] }, { status: 422 }),
	);
	server.answer(`PATCH ${ACCOUNT}/agents/9`, ({ body }) => {
		assert.deepEqual(body, { name: 'Noor Vos', role: 'agent', email: 'noor@team.example', display_name: '' });
		return { ...person, name: 'Noor Vos' };
	});
	const members: unknown[] = [];
	server.answer(`POST ${ACCOUNT}/inbox_members`, ({ body }) => {
		members.push(body);
		return { payload: [] };
	});
	const list = Promise.withResolvers<void>();
	server.answer(`GET ${ACCOUNT}/agents`, async () => {
		await list.promise;
		return [PROFILE, person];
	});
	await fill(field('name'), 'Noor Vos');
	await save();
	await seeNotice('Saved');
	assert.deepEqual(members, [{ inbox_id: 1, user_ids: [9] }]);
	assert.equal(location.hash, '#/settings/people/9');
	await until(() => hasText('Loading…'));
	list.resolve();
	await until(() => findNamed('main button', 'Show link'));
	assert.ok(!hasText('This already exists.'));
});

test('a person who was changed is in the list, and in the inboxes that were chosen last', async () => {
	const members: unknown[] = [];
	for (const method of ['POST', 'DELETE'])
		server.answer(`${method} ${ACCOUNT}/inbox_members`, ({ body }) => {
			members.push([method, body]);
			return { payload: [] };
		});
	server.answer(`GET ${ACCOUNT}/inbox_members/1`, () => ({ payload: members.length === 0 ? [person] : [] }));
	server.answer(`PATCH ${ACCOUNT}/agents/9`, () => person);
	await openFromList();
	assert.ok(field('inboxIds').checked);
	await press(field('inboxIds'));
	await save();
	await seeNotice('Saved');
	assert.equal(location.hash, '#/settings/people');
	await openFromList();
	assert.ok(!field('inboxIds').checked);
	await press(field('inboxIds'));
	await save();
	await seeNotice('Saved');
	const change = { inbox_id: 1, user_ids: [9] };
	assert.deepEqual(members, [
		['DELETE', change],
		['POST', change],
	]);
});

test('a role is changed without naming the person anew, and an address that is none is said to be none', async () => {
	server.answer(`GET ${ACCOUNT}/agents`, () => [PROFILE, person]);
	await openFromList();
	await fill(field('email'), 'noor@localhost');
	await save();
	await until(() => errorOf('email') === 'Please enter a valid email address');
	await fill(field('email'), person.email);
	const bodies: unknown[] = [];
	server.answer(`PATCH ${ACCOUNT}/agents/9`, ({ body }) => {
		bodies.push(body);
		return person;
	});
	await save();
	await seeNotice('Saved');
	assert.deepEqual(bodies, [{ name: 'Noor', role: 'agent', email: person.email }]);
});

test('names and address of a person are corrected, and what is refused is said where it belongs', async () => {
	server.answer(`GET ${ACCOUNT}/agents`, () => [PROFILE, { ...person, available_name: 'Noor from Halden' }]);
	await openFromList();
	assert.equal(field('displayName').value, 'Noor from Halden');
	await fill(field('displayName'), '');
	await fill(field('email'), 'ada@team.example');
	const refuse = (attribute: string) => () =>
		Response.json({ message: 'Validation failed', attributes: [attribute] }, { status: 422 });
	server.answer(`PATCH ${ACCOUNT}/agents/9`, refuse('email'));
	await save();
	await until(() => errorOf('email') === 'This already exists.');
	server.answer(`PATCH ${ACCOUNT}/agents/9`, refuse('user_id'));
	await fill(field('email'), 'noor@halden.example');
	await save();
	await until(() => findNamed('main [role=alert]', SHARED));
	server.answer(`PATCH ${ACCOUNT}/agents/9`, ({ body }) => {
		assert.deepEqual(body, { name: 'Noor', role: 'agent', email: 'noor@halden.example', display_name: '' });
		return { ...person, email: 'noor@halden.example' };
	});
	await save();
	await seeNotice('Saved');
});

test('an administrator invites a person by mail where the server sends mails with links', async () => {
	await openFromList();
	assert.equal(findNamed('main button', 'Send invitation by email'), undefined);
	location.hash = '#/settings/people';
	await until(() => document.querySelector('main li > a[href$="/9"]'));
	const mails = document.head.appendChild(document.createElement('meta'));
	mails.name = 'login-links';
	await openFromList();
	let languages: unknown[] = [];
	server.answer(`POST ${ACCOUNT}/agents/9/invitation`, ({ body }) => {
		languages.push(body['locale']);
		if (languages.length === 1) throw 429;
		return null;
	});
	await press(inMain('Send invitation by email'));
	await until(() => hasText('That did not work. Try again.'));
	await press(inMain('Send invitation by email'));
	await until(() => hasText('The invitation is on its way to noor@team.example. Its link works once, within a day.'));
	assert.deepEqual(languages, ['en', 'en']);
	mails.remove();
});

const SHARED = 'This person is in another team of this server, too: names and email address cannot be changed here.';

async function openFromList(): Promise<void> {
	location.hash = '#/settings/people';
	await press({ selector: 'main li > a[href$="/9"]' });
	await seeField('inboxIds');
}
