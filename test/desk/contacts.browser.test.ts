/** The page with the team's contacts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { FilterBody } from '#protocol/application/filters/conditions.ts';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { chooseInAgentMenu, enterToken, findNamed, findTokenField, hasText, inDialog, inMain, until } from './page.ts';
import { ACCESS_TOKEN, makeAgent, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const CONTACTS = `${ACCOUNT}/contacts`;
const COUNT = 100_000;
/** Where the device keeps what the list shows. */
const KEPT = `live-chat-widget:contacts:desk:1:${PROFILE.id}`;
const { type: _type, ...facts } = VISITOR;
const server = startFakeServer();
let endDesk = () => {};
const asked: URLSearchParams[] = [];
const changes: unknown[] = [];

function makeContact(id: number, change: Partial<TeamContact> = {}): TeamContact {
	return {
		...facts,
		id,
		name: `Contact ${id}`,
		email: `contact-${id}@visitor.example`,
		availability_status: 'offline',
		created_at: 1_767_605_400,
		hmac_verified: false,
		labels: [],
		custom_attributes: { plan: 'Gold' },
		...change,
	};
}

/** A page of the list, whose cursor is the number of the contact before. */
function listFrom(query: URLSearchParams) {
	asked.push(query);
	const start = Number(query.get('cursor') ?? 0);
	const size = Number(query.get('per_page'));
	const payload = Array.from({ length: size }, (_, index) => makeContact(start + index + 1));
	const meta = { current_page: 1, next_cursor: String(start + size), ...(start === 0 && { count: COUNT }) };
	return { meta, payload };
}

const filtered: { body: FilterBody; query: URLSearchParams }[] = [];
let segments: CustomFilter[] = [];

/** Has the server find these by conditions. */
function filterBy(find: (body: FilterBody) => TeamContact[]): void {
	server.answer(`POST ${CONTACTS}/filter`, ({ body, query }) => {
		filtered.push({ body: body as FilterBody, query });
		const payload = find(body as FilterBody);
		return { meta: { count: payload.length, current_page: 1, next_cursor: null }, payload };
	});
}

function makeSegment(id: number, facts: object): CustomFilter {
	const about = { id, name: '', filter_type: 'contact', query: {}, shared: false, user_id: PROFILE.id } as const;
	return { ...about, created_at: '', updated_at: '', etag: `"${id}"`, ...facts };
}

const rowOf = (name: string) => findNamed('[data-row] a', name);
const scroller = () => document.querySelector('[role=table]')?.parentElement ?? assert.fail('no list');

/** One page for all tests: they follow one administrator. */
before(async () => {
	await setViewport({ width: 1280, height: 800 });
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, role: 'administrator' }));
	server.answer(`GET ${ACCOUNT}/labels`, () => ({ payload: [{ id: 1, title: 'vip', color: '#ff0000' }] }));
	server.answer(`GET ${ACCOUNT}/custom_attribute_definitions`, () => [
		{
			attribute_key: 'plan',
			attribute_display_name: 'Price plan',
			attribute_display_type: 'text',
			attribute_values: [],
			attribute_model: 'contact_attribute',
		},
		{
			attribute_key: 'order',
			attribute_display_name: 'Order',
			attribute_display_type: 'text',
			attribute_values: [],
			attribute_model: 'conversation_attribute',
		},
	]);
	for (const id of [2, 3, 42]) server.answer(`GET ${CONTACTS}/${id}/notes`, () => []);
	server.answer(`GET ${CONTACTS}`, ({ query }) => listFrom(query));
	for (const id of [2, 3]) server.answer(`GET ${CONTACTS}/${id}`, () => ({ payload: makeContact(id) }));
	server.answer(`GET ${ACCOUNT}/agents`, () => []);
	server.answer(`GET ${ACCOUNT}/custom_filters`, () => segments);
	server.answer(`GET ${ACCOUNT}/custom_filters/5`, () => segments[0]);
	endDesk = await beginDesk(server);
	await press({ role: 'link', name: 'Contacts' });
	await until(() => rowOf('Contact 1'));
});

after(async () => {
	endDesk();
	localStorage.removeItem(KEPT);
	await setViewport({ width: 800, height: 600 });
});

test('the list draws the rows in sight alone, and reads further pages while it is scrolled', async () => {
	assert.ok(hasText('100,000'));
	const drawn = () => document.querySelectorAll('[data-row]').length;
	assert.ok(drawn() < 60, `${drawn()} rows`);
	for (const last of [100, 200, 300]) {
		await until(() => {
			scroller().scrollTop = scroller().scrollHeight;
			return rowOf(`Contact ${last}`);
		});
	}
	assert.ok(drawn() < 60, `${drawn()} rows`);
	const cursors = asked.map((query) => query.get('cursor')).filter((cursor) => cursor !== null);
	assert.equal(new Set(cursors).size, cursors.length, 'no page is read twice');
	scroller().scrollTop = 0;
	await until(() => rowOf('Contact 1'));
	await axeFindsNothing('main');
});

test('columns are chosen, also attributes of contacts, and the choice is kept on the device', async () => {
	const heads = () =>
		[...document.querySelectorAll<HTMLElement>('[role=columnheader]')].map(({ innerText }) => innerText);
	assert.deepEqual(heads(), ['Name', 'Email', 'Phone', 'Company', 'Labels', 'Last active']);
	await press(inMain('Columns'));
	await press({ role: 'menuitemcheckbox', name: 'Price plan' });
	await press({ role: 'menuitemcheckbox', name: 'Phone' });
	await key('Escape');
	await until(() => !document.querySelector('[role=menu]'));
	assert.deepEqual(heads(), ['Name', 'Email', 'Company', 'Price plan', 'Labels', 'Last active']);
	assert.match(rowOf('Contact 1')?.closest<HTMLElement>('[data-row]')?.innerText ?? '', /Gold/);
	assert.match(Object.values<string>(localStorage).join('\n'), /attribute:plan/);
	await press(inMain('Columns'));
	assert.equal(document.querySelectorAll('[role=menuitemcheckbox]').length, 7, 'no attribute of conversations');
	await press({ role: 'menuitemcheckbox', name: 'Price plan' });
	await press({ role: 'menuitemcheckbox', name: 'Phone' });
	await key('Escape');
});

test('the list is downloaded as a table; a failure is said', async () => {
	server.answer(`POST ${CONTACTS}/export`, () => {
		throw 500;
	});
	await press(inMain('Download CSV'));
	await until(() => hasText('That did not work. Try again.'));
	const saved: string[] = [];
	const { click } = HTMLAnchorElement.prototype;
	HTMLAnchorElement.prototype.click = function save() {
		saved.push(this.download);
	};
	server.answer(`POST ${CONTACTS}/export`, () => new Response('id,name'));
	await press(inMain('Download CSV'));
	await until(() => saved.length === 1);
	HTMLAnchorElement.prototype.click = click;
	assert.deepEqual(saved, ['contacts.csv']);
});

test('the arrow keys move between the rows, and the contact that is left has the focus again', async () => {
	rowOf('Contact 1')?.focus();
	await key('ArrowDown', 'ArrowDown', 'Enter');
	await until(() => findNamed('main h2', 'Contact 3'));
	assert.equal(location.hash, '#/contacts/3');
	assert.equal(document.activeElement?.textContent, 'Contact 3');
	assert.ok(hasText('contact-3@visitor.example'));
	assert.ok(hasText('This contact has no conversations.'));
	await axeFindsNothing('main');
	await press({ role: 'link', name: 'Contacts', within: { role: 'main' } });
	await until(() => document.activeElement === rowOf('Contact 3'));
});

test('search, label and order choose what the server lists', async () => {
	server.answer(`GET ${CONTACTS}/search`, ({ query }) => {
		asked.push(query);
		return { meta: { count: 1, current_page: 1, next_cursor: null }, payload: [makeContact(7, { name: 'Zoë' })] };
	});
	await choose(inMain('Sort by'), 'Name');
	await until(() => asked.at(-1)?.get('sort') === 'name');
	await choose(inMain('Label'), 'vip');
	await until(() => asked.at(-1)?.get('labels') === 'vip');
	await fill(inMain('Search'), 'zo');
	await until(() => rowOf('Zoë'));
	assert.deepEqual(
		[asked.at(-1)?.get('q'), asked.at(-1)?.get('labels'), asked.at(-1)?.get('sort')],
		['zo', 'vip', 'name'],
	);
	server.answer(`GET ${CONTACTS}/search`, () => ({
		meta: { count: 0, current_page: 1, next_cursor: null },
		payload: [],
	}));
	await fill(inMain('Search'), 'nobody');
	await until(() => hasText('No results found'));
	server.answer(`GET ${CONTACTS}/search`, () => {
		throw 500;
	});
	await fill(inMain('Search'), 'nothing');
	await until(() => hasText('This could not be loaded.'));
	await fill(inMain('Search'), ' ');
	await choose(inMain('Label'), 'All labels');
	await until(() => rowOf('Contact 1'));
});

test('a contact is added with an address or a number, and shown', async () => {
	server.answer(`POST ${CONTACTS}`, ({ body }) => {
		changes.push(body);
		return { payload: { contact: makeContact(42, { name: 'Noor' }), contact_inbox: { inbox: null, source_id: null } } };
	});
	server.answer(`GET ${CONTACTS}/42`, () => ({ payload: makeContact(42, { name: 'Noor', blocked: false }) }));
	await press(inMain('Add'));
	await until(() => document.querySelector('dialog[open] input[name=name]'));
	await fill(inDialog(/^Full name/), 'Noor');
	await press(inDialog('Save'));
	await until(() => document.querySelector('dialog [name=email][aria-invalid=true]'));
	assert.deepEqual(changes, []);
	await fill(inDialog('Phone number'), '+49 151 123');
	await fill(inDialog('Company'), 'Halden');
	await press(inDialog('Save'));
	await until(() => findNamed('main h2', 'Noor'));
	assert.deepEqual(changes.pop(), {
		name: 'Noor',
		phone_number: '+49151123',
		additional_attributes: { company_name: 'Halden' },
	});
	assert.equal(location.hash, '#/contacts/42');
});

test('a contact is labelled and blocked, which can be undone', async () => {
	let contact = makeContact(42, { name: 'Noor' });
	server.answer(`GET ${CONTACTS}/42`, () => ({ payload: contact }));
	server.answer(`PATCH ${CONTACTS}/42`, ({ body }) => {
		changes.push(body);
		contact = { ...contact, ...(body as object) };
		return { payload: contact };
	});
	server.answer(`POST ${CONTACTS}/42/labels`, ({ body }) => {
		changes.push(body);
		contact = { ...contact, ...(body as { labels: string[] }) };
		return { payload: contact.labels };
	});
	await press(inMain('vip'));
	await until(() => changes.length === 1);
	assert.deepEqual(changes.pop(), { labels: ['vip'] });
	await press(inMain('Block visitor'));
	await until(() => findNamed('main button', 'Unblock visitor'));
	assert.deepEqual(changes.pop(), { blocked: true });
	await press({ role: 'button', name: 'Undo' });
	await until(() => findNamed('main button', 'Block visitor'));
	assert.deepEqual(changes.pop(), { blocked: false });
});

test('what the team notes about a contact is added, changed and deleted; what fails is not lost', async () => {
	const note = (content: string) => ({
		id: 9,
		contact_id: 42,
		account_id: 1,
		content,
		user: makeAgent({ id: 5, name: 'Grace' }),
		created_at: 1_767_605_400,
		updated_at: 1_767_605_400,
	});
	server.answer(`POST ${CONTACTS}/42/notes`, () => {
		throw 500;
	});
	const field = inMain('Write a note that only the team sees');
	await fill(field, 'Pays late');
	await press(inMain('Add note'));
	await until(() => hasText('That did not work. Try again.'));
	server.answer(`POST ${CONTACTS}/42/notes`, ({ body }) => note(String(body['content'])));
	await press(inMain('Add note'));
	const item = await until(() => document.querySelector<HTMLElement>('main li'));
	assert.match(item.innerText, /Grace[^]*Pays late/);
	assert.equal(document.querySelector<HTMLTextAreaElement>('main textarea')?.value, '');
	server.answer(`PATCH ${CONTACTS}/42/notes/9`, ({ body }) => note(String(body['content'])));
	await press(inMain('Change'));
	await fill(inMain('Notes'), 'Pays in advance');
	await press(inMain('Save'));
	await until(() => item.innerText.includes('Pays in advance'));
	assert.equal(document.activeElement, item);
	const stored = Promise.withResolvers<void>();
	server.answer(`PATCH ${CONTACTS}/42/notes/9`, async ({ body }) => {
		await stored.promise;
		return note(String(body['content']));
	});
	await press(inMain('Change'));
	await fill(inMain('Notes'), 'Pays');
	await press(inMain('Save'));
	await fill(inMain('Notes'), 'Pays at once');
	stored.resolve();
	await until(() => !document.querySelector('main [aria-disabled=true]'));
	assert.equal(findNamed<HTMLTextAreaElement>('main textarea', 'Notes')?.value, 'Pays at once');
	await press(inMain('Save'));
	await until(() => item.innerText.includes('Pays at once'));
	server.answer(`DELETE ${CONTACTS}/42/notes/9`, () => ({}));
	await press({ name: 'Delete', within: { selector: 'main li' } });
	await until(() => item.innerText.includes('Cancel'));
	await press({ name: 'Delete', within: { selector: 'main li' } });
	await until(() => !document.querySelector('main li'));
	assert.notEqual(document.activeElement, document.body, 'the focus is in the page');
});

test('where a contact is deleted, the list is shown without it; what is gone says so', async () => {
	await press({ role: 'link', name: 'Contacts', within: { role: 'main' } });
	await until(() => document.activeElement === rowOf('Noor'));
	scroller().scrollTop = 0;
	await until(() => rowOf('Contact 2'));
	await press(rowOf('Contact 2') ?? assert.fail());
	await until(() => findNamed('main h2', 'Contact 2'));
	server.answer(`DELETE ${CONTACTS}/2`, () => ({}));
	await press(inMain('Delete contact'));
	await until(() => document.querySelector('dialog[open]'));
	await press(inDialog('Delete'));
	await until(() => location.hash === '#/contacts' && !rowOf('Contact 2'));
	assert.ok(hasText('99,999'));
	assert.ok(document.activeElement?.closest('main'), 'the focus stays in the page');
	server.answer(`GET ${CONTACTS}/2`, () => {
		throw 404;
	});
	location.hash = '#/contacts/2';
	await until(() => hasText('This is no longer here.'));
	location.hash = '#/contacts';
});

test('on a phone each contact has two lines, and nothing is wider than the screen', async () => {
	await setViewport({ width: 375, height: 700 });
	await until(() => rowOf('Contact 1'));
	assert.ok(document.documentElement.scrollWidth <= 375);
	assert.ok(scroller().scrollWidth <= 375);
	const row = rowOf('Contact 1')?.closest('[data-row]') ?? assert.fail();
	assert.ok(findNamed('[data-column=email]', 'contact-1@visitor.example')?.checkVisibility());
	assert.equal(row.querySelector('[data-column=company]')?.checkVisibility(), false);
	await setViewport({ width: 1280, height: 800 });
});

test('contacts are filtered by conditions, within which the words search; what is shown is what is downloaded', async () => {
	const exported: unknown[] = [];
	filterBy(() => [makeContact(7, { name: 'Zoë' }), makeContact(8, { name: 'Noor' })]);
	server.answer(`POST ${CONTACTS}/export`, ({ body }) => {
		exported.push(body);
		throw 500;
	});
	await press(inMain('Filter'));
	await until(() => document.activeElement === findNamed('dialog[open] select', 'Field'));
	assert.ok(!document.querySelector('dialog[open] [name=name]'), 'it needs no name');
	await axeFindsNothing('dialog[open]');
	await press(inDialog('Apply'));
	await until(() => findNamed('dialog input', 'Value')?.ariaInvalid === 'true');
	await choose(inDialog('Field'), 'Price plan');
	await fill(inDialog('Value'), 'Gold');
	await press(inDialog('Apply'));
	await until(() => rowOf('Zoë') && !rowOf('Contact 1'));
	const payload = [{ attribute_key: 'plan', filter_operator: 'equal_to', values: ['Gold'], query_operator: null }];
	assert.deepEqual(filtered.at(-1)?.body, { payload });
	assert.equal(document.activeElement, findNamed('main button', 'Filter'));
	await fill(inMain('Search'), 'zo');
	await choose(inMain('Label'), 'vip');
	await until(() => filtered.at(-1)?.query.get('q') === 'zo' && filtered.at(-1)?.query.get('labels') === 'vip');
	assert.deepEqual(filtered.at(-1)?.body, { payload });
	await press(inMain('Download CSV'));
	await until(() => exported.length === 1);
	assert.deepEqual(exported, [{ payload, label: 'vip', q: 'zo' }]);
	await fill(inMain('Search'), ' ');
	await choose(inMain('Label'), 'All labels');
	await until(() => filtered.at(-1)?.query.get('q') === '');
});

test('what is filtered is kept by name as a segment, and is there again', async () => {
	server.answer(`POST ${ACCOUNT}/custom_filters`, ({ body }) => {
		segments = [makeSegment(5, body)];
		return segments[0];
	});
	await press(inMain('Save as segment'));
	await fill(inDialog(/^Name/), 'Gold plans');
	await press(inDialog(/whole team/));
	await press(inDialog('Save'));
	await until(() => findNamed('main button', 'Gold plans') && findNamed('main button', 'Edit segment'));
	assert.deepEqual([segments[0]?.filter_type, segments[0]?.shared], ['contact', true]);
	await until(() => rowOf('Zoë'));
	assert.match(localStorage.getItem(KEPT) ?? '', /"segmentId":5/);
	await press(inMain('Remove filter'));
	await until(() => rowOf('Contact 1') && findNamed('main button', 'Segments'));
	assert.notEqual(document.activeElement, document.body);
	await press(inMain('Segments'));
	await key('g', 'o', 'l');
	await until(() => findNamed('[role=option]', 'Gold plans'));
	await key('Enter');
	await until(() => rowOf('Zoë') && !rowOf('Contact 1'));
	assert.equal(document.activeElement, findNamed('main button', 'Gold plans'));
});

test('a segment is renamed and changed, and its rows are read anew', async () => {
	filterBy((body) => [makeContact(9, { name: JSON.stringify(body).includes('Silver') ? 'Kim' : 'Zoë' })]);
	server.answer(`PATCH ${ACCOUNT}/custom_filters/5`, ({ body }) => {
		segments = [makeSegment(5, { ...segments[0], ...body })];
		return segments[0];
	});
	await press(inMain('Edit segment'));
	await fill(inDialog(/^Name/), 'Silver plans');
	await fill(inDialog('Value 1'), 'Silver');
	await press(inDialog('Save'));
	await until(() => findNamed('main button', 'Silver plans') && rowOf('Kim'));
	await press(inMain('Filter'));
	await until(() => findNamed<HTMLInputElement>('dialog input', 'Value 1')?.value === 'Silver');
	await key('Escape');
	await until(() => !document.querySelector('dialog[open]'));
});

test('a segment that somebody else has deleted is no longer shown', async () => {
	server.answer(`GET ${ACCOUNT}/custom_filters/5`, () => {
		throw 404;
	});
	await choose(inMain('Sort by'), 'Email');
	await until(() => rowOf('Contact 1'));
	assert.ok(!findNamed('main button', 'Remove filter'));
	await choose(inMain('Sort by'), 'Newest activity');
});

test('a segment is deleted after a question, and all contacts are shown', async () => {
	segments = [makeSegment(6, { name: 'Old', query: { payload: [] } })];
	server.answer(`GET ${ACCOUNT}/custom_filters/6`, () => segments[0]);
	server.answer(`DELETE ${ACCOUNT}/custom_filters/6`, () => {
		segments = [];
		return new Response(null, { status: 204 });
	});
	await press(inMain('Segments'));
	await press(inDialog('Old'));
	await until(() => rowOf('Zoë'));
	await press(inMain('Edit segment'));
	await press(inDialog('Delete'));
	await press({ name: 'Delete', within: { role: 'dialog', name: 'Delete “Old”?' } });
	await until(() => rowOf('Contact 1') && findNamed('main button', 'Segments'));
	assert.notEqual(document.activeElement, document.body);
});

test('the segment is there again after signing in anew', async () => {
	segments = [makeSegment(7, { name: 'Kept', query: { payload: [] } })];
	server.answer(`GET ${ACCOUNT}/custom_filters/7`, () => segments[0]);
	await press(inMain('Segments'));
	await press(inDialog('Kept'));
	await until(() => findNamed('main button', 'Kept'));
	await chooseInAgentMenu('Sign out');
	await until(findTokenField);
	await enterToken(ACCESS_TOKEN);
	await until(() => findNamed('main button', 'Kept') && rowOf('Zoë'));
	await press(inMain('Remove filter'));
	await until(() => rowOf('Contact 1'));
});

test('an answer that comes after the list was begun anew does not replace it', async () => {
	const first = Promise.withResolvers<void>();
	let count = 0;
	server.answer(`GET ${CONTACTS}`, async () => {
		count += 1;
		const name = count === 1 ? 'Older' : 'Newer';
		if (count === 1) await first.promise;
		return { meta: { count: 1, current_page: 1, next_cursor: null }, payload: [makeContact(50, { name })] };
	});
	await choose(inMain('Sort by'), 'Name');
	// In Firefox, each letter by which a choice is found chooses what it leads to.
	await until(() => count > 0);
	location.hash = '#/';
	await until(() => !document.querySelector('main [role=table]'));
	location.hash = '#/contacts';
	await until(() => rowOf('Newer'));
	first.resolve();
	await until(() => rowOf('Newer'));
	assert.ok(!rowOf('Older'));
	server.answer(`GET ${CONTACTS}`, ({ query }) => listFrom(query));
	await choose(inMain('Sort by'), 'Newest activity');
	await until(() => rowOf('Contact 1'));
});
