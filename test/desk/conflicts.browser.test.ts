/**
 * Two people who change the same thing at the desk: nothing that either of them has written is lost
 * without a word.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer, type FakeServer } from './fakeServer.ts';
import { field, save, seeField, seeNotice } from './form.ts';
import { hasText, inMain, until } from './page.ts';
import { makeInbox } from './samples.ts';

const OUTDATED = 'This has been changed elsewhere meanwhile. What you have entered is still here, but not saved.';
const RELOAD = 'Discard my version and load the current one';
const OVERWRITE = 'Overwrite the current version with mine';

const LABEL = `${ACCOUNT}/labels/1`;
const INBOX = `${ACCOUNT}/inboxes/1`;
const server = startFakeServer();
let label = {
	id: 1,
	title: 'vip',
	description: 'Regulars',
	color: '#2f55d4',
	show_on_sidebar: true,
	etag: '"label 1"',
};
let shop = makeInbox({ id: 1, name: 'Shop', website_token: 'shop' });
const PORTALS = `${ACCOUNT}/portals`;
const team = { id: 1, name: 'Halden', status: 'active', auto_resolve_duration: null, etag: '"team"' };
const portal = {
	id: 7,
	account_id: 1,
	name: 'Help',
	slug: 'help',
	color: '#1f93ff',
	header_text: null,
	homepage_link: null,
	page_title: null,
	archived: false,
	config: { allowed_locales: [{ code: 'en', articles_count: 0, categories_count: 0 }] },
	meta: { default_locale: 'en' },
	etag: '"portal"',
};
/** The tags that came with changes; null where a change had none. */
let tags: (string | null)[] = [];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${ACCOUNT}/labels`, () => ({ payload: [label] }));
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop] }));
	server.answer('GET /live-chat-widget.pinned.json', () => ({ src: '/single.js', integrity: 'sha384-a' }));
	answerPatch(
		LABEL,
		() => label.etag,
		(body) => (label = { ...label, ...body, etag: `"label ${tags.length + 1}"` }),
	);
	answerPatch(
		INBOX,
		() => shop.etag,
		(body) => (shop = { ...shop, ...body, etag: `"inbox ${tags.length + 1}"` }),
	);
	leave = await enterDesk(server);
});
after(() => leave());

test('what somebody else has changed meanwhile is not overwritten, and what was typed stays', async () => {
	await openLabel();
	await fill(field('description'), 'Best friends');
	label = { ...label, description: 'Old customers', etag: '"label of another"' };
	await save();
	const said = await until(() => document.querySelector<HTMLElement>('main form [role=alert]'));
	assert.ok(said.textContent.startsWith(OUTDATED), said.textContent);
	assert.deepEqual(tags, ['"label 1"']);
	assert.equal(field('description').value, 'Best friends');
	await until(() => document.activeElement?.contains(said));
	await axeFindsNothing();
	await save();
	await until(() => tags.length === 2);
	await until(() => hasText(OUTDATED));
	assert.equal(label.description, 'Old customers', 'saving again overwrites nothing either');
});

test('the current version takes the place of the typed one, without another question, and is then saved', async () => {
	await press(inMain(RELOAD));
	await until(() => document.querySelector<HTMLInputElement>('main [name=description]')?.value === 'Old customers');
	assert.equal(hasText(OUTDATED), false);
	assert.ok(document.querySelector('main')?.contains(document.activeElement), 'the focus stays in the page');
	assert.equal(document.querySelector('dialog'), null);
	await fill(field('description'), 'Old friends');
	await save();
	await seeNotice('Saved');
	assert.equal(tags.at(-1), '"label of another"');
	assert.equal(label.description, 'Old friends');
});

test('the typed version is saved over the current one where the agent says so', async () => {
	await openLabel();
	await fill(field('description'), 'Mine');
	label = { ...label, description: 'Theirs', etag: '"label of a third"' };
	await save();
	await press(inMain(OVERWRITE));
	await seeNotice('Saved');
	assert.equal(tags.at(-1), null, 'the change is made in any case');
	assert.equal(label.description, 'Mine');
});

test('a form that stays is saved again and again, each time against what it saved last', async () => {
	location.hash = '#/settings/websites/1/greeting';
	await seeField('welcome_title');
	tags = [];
	for (const title of ['Hello', 'Good day']) {
		const before = shop.etag;
		await fill(field('welcome_title'), title);
		await save();
		await until(() => shop.welcome_title === title);
		await seeNotice('Saved');
		assert.equal(tags.at(-1), before);
	}
	shop = { ...shop, welcome_title: 'Theirs', etag: '"inbox of another"' };
	await fill(field('welcome_title'), 'Mine');
	await save();
	await until(() => hasText(OUTDATED));
	assert.equal(field('welcome_title').value, 'Mine');
	await press(inMain(OVERWRITE));
	await until(() => !hasText(OUTDATED));
	assert.equal(shop.welcome_title, 'Mine');
	const { etag } = shop;
	await fill(field('welcome_title'), 'Mine again');
	await save();
	await until(() => shop.welcome_title === 'Mine again');
	await seeNotice('Saved');
	assert.equal(tags.at(-1), etag);
});

test('of two forms on one page, neither saves its older values over what the other has met', async () => {
	const add = () => press(inMain('Add'));
	const isAdded = (key: string) => shop.identity_public_keys.at(-1) === key;
	location.hash = '#/settings/websites/1/security';
	await seeField('allowed_domains');

	shop = { ...shop, allowed_domains: ['theirs.example'], etag: '"domains of another"' };
	await fill(field('identity_public_keys'), 'one');
	await add();
	await press(inMain(OVERWRITE));
	await until(() => isAdded('one'));
	await until(() => field('allowed_domains').value === 'theirs.example');

	await fill(field('allowed_domains'), 'mine.example');
	await until(() => field('identity_public_keys').value === '');
	await fill(field('identity_public_keys'), 'two');
	await add();
	await until(() => isAdded('two') && field('identity_public_keys').value === '');
	await save();
	await until(() => shop.allowed_domains[0] === 'mine.example');
	assert.equal(hasText(OUTDATED), false, 'what only the other form has changed is no conflict');

	await fill(field('allowed_domains'), 'mine.example\nwww.mine.example');
	shop = { ...shop, allowed_domains: ['others.example'], etag: '"domains of a third"' };
	await fill(field('identity_public_keys'), 'three');
	await add();
	await press(inMain(OVERWRITE));
	await until(() => isAdded('three') && !hasText(OUTDATED));
	await save();
	await until(() => hasText(OUTDATED));
	assert.deepEqual(shop.allowed_domains, ['others.example']);
	await press(inMain(OVERWRITE));
	await until(() => !hasText(OUTDATED));
	assert.deepEqual(shop.allowed_domains, ['mine.example', 'www.mine.example']);
});

test('the team’s settings and a help centre’s are loaded again on their pages, and then saved', async () => {
	server.answer(`GET ${PORTALS}`, () => ({ payload: [portal], meta: { current_page: 1, portals_count: 1 } }));
	for (const [page, ownField, path, first] of [
		['#/settings/team', 'auto_resolve_duration', ACCOUNT, team],
		['#/settings/help-centre/7/settings', 'header_text', `${PORTALS}/help`, portal],
	] as const) {
		let item: { name: string; etag: string } = first;
		server.answer(`GET ${path}`, () => item);
		answerPatch(
			path,
			() => item.etag,
			({ name }) => (item = { ...item, name: String(name), etag: `"saved ${tags.length}"` }),
		);
		location.hash = page;
		await seeField(ownField);
		item = { ...item, name: 'Theirs', etag: '"of another"' };
		await fill(field('name'), 'Mine');
		await save();
		await press(inMain(RELOAD));
		await until(() => document.querySelector<HTMLInputElement>('main [name=name]')?.value === 'Theirs');
		for (const typed of ['Ours', 'Ours again']) {
			const { etag } = item;
			await fill(field('name'), typed);
			await save();
			await until(() => item.name === typed);
			await seeNotice('Saved');
			assert.equal(tags.at(-1), etag);
		}
	}
});

async function openLabel(): Promise<void> {
	location.hash = '#/settings/labels/1';
	await seeField('description');
}

/** As the server does: a change with a tag that is not the present one changes nothing. */
function answerPatch(path: string, present: () => string, change: (body: Record<string, unknown>) => object): void {
	const answer: Parameters<FakeServer['answer']>[1] = ({ body, headers }) => {
		const tag = headers.get('If-Match');
		tags.push(tag);
		if (tag !== null && tag !== present())
			return Response.json({ error: 'It has been changed since it was read' }, { status: 412 });
		return change(body);
	};
	server.answer(`PATCH ${path}`, answer);
}
