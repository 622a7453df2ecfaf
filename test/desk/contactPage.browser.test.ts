/** The page of one contact, on a slow network and while others change the contact. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { fill, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { makeAgent, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const CONTACTS = `${ACCOUNT}/contacts`;
const { type: _type, ...facts } = VISITOR;
const server = startFakeServer();
let endDesk = () => {};

function makeContact(id: number, change: Partial<TeamContact> = {}): TeamContact {
	return {
		...facts,
		id,
		email: 'noor@visitor.example',
		availability_status: 'offline',
		created_at: 1_767_605_400,
		hmac_verified: false,
		labels: [],
		...change,
	};
}

const boxOf = (name: string) =>
	[...document.querySelectorAll<HTMLInputElement>('main input[type=checkbox]')].find((box) =>
		box.labels?.[0]?.textContent.includes(name),
	);

before(async () => {
	await setViewport({ width: 1280, height: 800 });
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, role: 'administrator' }));
	server.answer(`GET ${ACCOUNT}/labels`, () => ({
		payload: ['vip', 'returns'].map((title, index) => ({ id: index + 1, title, color: '#ff0000' })),
	}));
	server.answer(`GET ${ACCOUNT}/custom_filters`, () => []);
	server.answer(`GET ${CONTACTS}/42/notes`, () => []);
	server.answer(`GET ${CONTACTS}/42`, () => ({ payload: makeContact(42, { name: 'Noor' }) }));
	server.answer(`GET ${CONTACTS}`, () => ({
		meta: { count: 1, current_page: 1, next_cursor: null },
		payload: [makeContact(42, { name: 'Noor' })],
	}));
	endDesk = await beginDesk(server);
	await until(() => findNamed('header a', 'Contacts'));
	location.hash = '#/contacts/42';
	await until(() => boxOf('returns'));
});

after(async () => {
	endDesk();
	await setViewport({ width: 800, height: 600 });
});

test('labels that are ticked quickly on a slow network are all kept', async () => {
	let contact = makeContact(42, { name: 'Noor' });
	const sent: { labels: string[]; answer: () => void }[] = [];
	server.answer(`GET ${CONTACTS}/42`, () => ({ payload: contact }));
	server.answer(`POST ${CONTACTS}/42/labels`, ({ body }) => {
		const { labels } = body as { labels: string[] };
		const { promise, resolve } = Promise.withResolvers<{ payload: string[] }>();
		const answer = () => {
			contact = { ...contact, labels };
			resolve({ payload: labels });
		};
		sent.push({ labels, answer });
		return promise;
	});
	const isTicked = (name: string) => boxOf(name)?.checked === true;
	await press(inMain('vip'));
	await press(inMain('returns'));
	const first = await until(() => sent.shift());
	assert.deepEqual(first.labels, ['vip']);
	assert.equal(sent.length, 0, 'one at a time');
	first.answer();
	const second = await until(() => sent.shift());
	assert.deepEqual(second.labels, ['vip', 'returns']);
	assert.ok(isTicked('vip') && isTicked('returns'));
	second.answer();
	await until(() => contact.labels.length === 2);
	await press(inMain('vip'));
	const third = await until(() => sent.shift());
	assert.deepEqual(third.labels, ['returns']);
	third.answer();
	await until(() => !isTicked('vip') && isTicked('returns'));
});

test('a note that is added while another is being deleted does not show that one again', async () => {
	const note = (id: number, content: string) => ({
		id,
		contact_id: 42,
		account_id: 1,
		content,
		user: makeAgent({ id: 5, name: 'Grace' }),
		created_at: 1_767_605_400,
		updated_at: 1_767_605_400,
	});
	const added = Promise.withResolvers<void>();
	let count = 20;
	server.answer(`POST ${CONTACTS}/42/notes`, async ({ body }) => {
		count += 1;
		if (count > 21) await added.promise;
		return note(count, String(body['content']));
	});
	server.answer(`DELETE ${CONTACTS}/42/notes/21`, () => ({}));
	const notes = () => [...document.querySelectorAll<HTMLElement>('main li p[dir=auto]')].map((one) => one.innerText);
	await fill(inMain('Write a note that only the team sees'), 'First');
	await press(inMain('Add note'));
	await until(() => notes().join() === 'First');
	await fill(inMain('Write a note that only the team sees'), 'Second');
	await press(inMain('Add note'));
	await until(() => count === 22);
	await press({ name: 'Delete', within: { selector: 'main li' } });
	await until(() => document.querySelector<HTMLElement>('main li')?.innerText.includes('Cancel'));
	await press({ name: 'Delete', within: { selector: 'main li' } });
	await until(() => notes().length === 0);
	added.resolve();
	await until(() => notes().length > 0);
	assert.deepEqual(notes(), ['Second']);
});

test('what is done with a contact that somebody else has deleted says that they are gone', async () => {
	const gone = () => {
		throw 404;
	};
	const notice = () => hasText('That did not work. Try again.');
	for (const act of [
		async () => press(inMain('Block visitor')),
		async () => press(inMain('returns')),
		async () => {
			await press(inMain('Edit contact'));
			await fill(inDialog(/^Full name/), 'Other');
			await press(inDialog('Save'));
		},
		async () => {
			await press(inMain('Delete contact'));
			await press(inDialog('Delete'));
		},
	]) {
		server.answer(`GET ${CONTACTS}/42`, () => ({ payload: makeContact(42, { name: 'Noor' }) }));
		location.hash = '#/contacts';
		await until(() => !findNamed('main button', 'Block visitor') && !hasText('This is no longer here.'));
		location.hash = '#/contacts/42';
		await until(() => findNamed('main button', 'Block visitor'));
		for (const route of [`PATCH ${CONTACTS}/42`, `POST ${CONTACTS}/42/labels`, `DELETE ${CONTACTS}/42`])
			server.answer(route, gone);
		server.answer(`GET ${CONTACTS}/42`, gone);
		await act();
		await until(() => hasText('This is no longer here.') && !notice());
		assert.ok(!document.querySelector('dialog[open]'));
		// It goes on from what has gone.
		await until(() => document.activeElement?.closest('main'));
	}
});
