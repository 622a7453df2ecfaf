import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { fill, findNamed, hasText, until } from './page.ts';

const PORTALS = `${ACCOUNT}/portals`;
const ARTICLES = `${PORTALS}/help/articles`;
const server = startFakeServer();
const portal = {
	id: 7,
	name: 'Help',
	slug: 'help',
	config: { allowed_locales: [{ code: 'en' }, { code: 'de' }] },
	meta: { default_locale: 'en' },
};
let portals: unknown[] = [];
/** Locale → articles as the server lists them. */
const articles: Record<string, Record<string, unknown>[]> = { en: [], de: [] };
let leave = async () => {};

before(async () => {
	server.answer(`GET ${PORTALS}`, () => ({ payload: portals, meta: { current_page: 1, portals_count: 0 } }));
	server.answer(`GET ${ARTICLES}`, ({ query }) => {
		const page = Number(query.get('page'));
		return { payload: (articles[query.get('locale') ?? ''] ?? []).slice((page - 1) * 25, page * 25), meta: {} };
	});
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

test('a help centre is made with an address that fits into one', async () => {
	location.hash = '#/settings/help-centre';
	(await until(() => findNamed('main a', 'Add'))).click();
	await seeField('slug');
	fill(field('name'), 'Help');
	fill(field('slug'), 'Our Help');
	save();
	await until(() => errorOf('slug') === 'Use small letters, digits and hyphens.');
	fill(field('slug'), 'help');
	server.answer(`POST ${PORTALS}`, ({ body }) => {
		assert.deepEqual(body, { name: 'Help', slug: 'help', config: { default_locale: 'en', allowed_locales: ['en'] } });
		portals = [portal];
		return portal;
	});
	save();
	await until(() => location.hash === '#/settings/help-centre/7' && hasText('Nothing here yet.'));
});

test('an article is previewed as its page will have it, and nothing in it runs', async () => {
	(await until(() => findNamed('main a', 'Add'))).click();
	await seeField('content');
	save();
	await until(() => errorOf('title') === 'Required' && errorOf('content') === 'Required');
	fill(field('title'), 'Shipping');
	const text = '# Costs\n\n| To | Price |\n|---|---|\n| EU | **5** |\n\n<img src=x onerror="document.title=1">';
	fill(field<HTMLTextAreaElement>('content'), text);
	const preview = await until(() => document.querySelector('main section [lang=en]'));
	await until(() => preview.querySelector('h2')?.textContent === 'Costs');
	assert.equal(preview.querySelector('h1')?.textContent, 'Shipping');
	assert.equal(preview.querySelector('td strong')?.textContent, '5');
	assert.equal(preview.querySelector('img'), null);
	location.hash = '#/settings/labels';
	(await until(() => findNamed('dialog button', 'Continue editing'))).click();
	assert.equal(field('content').value, text);
});

test('an article is written in a language and published at once', async () => {
	choose('locale', 'de');
	choose('status', 'published');
	fill(field<HTMLTextAreaElement>('content'), '# Costs');
	server.answer(`POST ${ARTICLES}`, ({ body }) => {
		// In one request, so that a second one that fails cannot leave a draft, of which the next press would make another.
		const facts = { title: 'Shipping', description: '', content: '# Costs', status: 'published' };
		assert.deepEqual(body, { ...facts, author_id: 5, locale: 'de' });
		articles['de'] = [{ ...makeArticle(4, 'Shipping'), status: 'published' }];
		return { payload: articles['de'][0] };
	});
	server.answer(`PATCH ${ARTICLES}/4`, ({ body }) => {
		Object.assign(articles['de']?.[0] ?? {}, body);
		return { payload: articles['de']?.[0] };
	});
	save();
	await seeNotice('Saved');
	await until(() => row('Shipping')?.textContent.includes('Published · de'));
});

test('an article that the server has changed is shown, withdrawn and deleted', async () => {
	row('Shipping')?.click();
	await seeField('status');
	assert.ok(findNamed('main a', '/hc/help/articles/article-4'));
	choose('status', 'draft');
	save();
	await until(() => row('Shipping')?.textContent.includes('Draft · de'));
	row('Shipping')?.click();
	(await until(() => findNamed('main button', 'Delete'))).click();
	server.answer(`DELETE ${ARTICLES}/4`, () => {
		articles['de'] = [];
		return null;
	});
	(await until(() => findNamed('dialog button', 'Delete'))).click();
	await seeNotice('Deleted');
	await until(() => !row('Shipping'));
});

test('articles of more than one page of the server are all listed', async () => {
	articles['en'] = Array.from({ length: 30 }, (_, index) => makeArticle(100 + index, `Number ${index}`));
	location.hash = '#/settings/labels';
	await until(() => document.querySelector('main h2')?.textContent === 'Labels');
	location.hash = '#/settings/help-centre/7';
	await until(() => row('Number 29'));
	assert.equal(document.querySelectorAll('main li > a[href*="/help-centre/7/"]').length, 30);
});

test('a help centre whose address is `new` is opened like any other', async () => {
	portals = [{ ...portal, id: 8, name: 'News', slug: 'new' }];
	server.answer(`GET ${PORTALS}/new/articles`, () => ({ payload: [], meta: {} }));
	location.hash = '#/settings/help-centre';
	(await until(() => row('News'))).click();
	await until(() => location.hash === '#/settings/help-centre/8' && hasText('Nothing here yet.'));
});

function row(title: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>('main li > a')].find(({ textContent }) =>
		textContent.startsWith(title),
	);
}

function choose(name: string, value: string): void {
	const select = field<HTMLSelectElement>(name);
	select.value = value;
	select.dispatchEvent(new Event('change', { bubbles: true }));
}

function makeArticle(id: number, title: string): Record<string, unknown> {
	return {
		id,
		slug: `article-${id}`,
		title,
		content: '# Costs',
		description: '',
		status: 'draft',
		category: { id: null, name: null, slug: null, locale: null },
	};
}
