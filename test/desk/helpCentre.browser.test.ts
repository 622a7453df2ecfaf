import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { canDrop, choose, drag, fill, key, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { findNamed, hasText, inDialog, inMain, until } from './page.ts';
import { fakeUploads } from '../widget/fakeUploads.ts';
import { makePaste } from '../widget/files.ts';

const PORTALS = `${ACCOUNT}/portals`;
const ARTICLES = `${PORTALS}/help/articles`;
const CATEGORIES = `${PORTALS}/help/categories`;
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
/** Locale → categories as the server lists them. */
const categories: Record<string, Record<string, unknown>[]> = { en: [], de: [] };
let leave = async () => {};

before(async () => {
	server.answer(`GET ${PORTALS}`, () => ({ payload: portals, meta: { current_page: 1, portals_count: 0 } }));
	server.answer(`GET ${ARTICLES}`, ({ query }) => {
		const page = Number(query.get('page'));
		return { payload: listArticles(query.get('locale') ?? '').slice((page - 1) * 25, page * 25), meta: {} };
	});
	for (const id of [4, 5, 6, 8, 10])
		server.answer(`GET ${ARTICLES}/${id}`, () => {
			const all = Object.keys(articles).flatMap(listArticles);
			const article = all.find((one) => one['id'] === id);
			if (!article) throw 404;
			return { payload: { ...article, associated_articles: all.filter((one) => one['associated_article_id'] === id) } };
		});
	server.answer(`GET ${CATEGORIES}`, ({ query }) => ({
		payload: categories[query.get('locale') ?? ''] ?? [],
		meta: {},
	}));
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

test('a help centre is made with an address that fits into one', async () => {
	location.hash = '#/settings/help-centre';
	await press(inMain('Add'));
	await seeField('slug');
	await fill(field('name'), 'Help');
	await fill(field('slug'), 'Our Help');
	await save();
	await until(() => errorOf('slug') === 'Use lowercase letters, digits and hyphens.');
	await fill(field('slug'), 'help');
	server.answer(`POST ${PORTALS}`, ({ body }) => {
		assert.deepEqual(body, { name: 'Help', slug: 'help', config: { default_locale: 'en', allowed_locales: ['en'] } });
		portals = [portal];
		return portal;
	});
	await save();
	await until(() => location.hash === '#/settings/help-centre/7' && hasText('Nothing here yet.'));
});

test('an article is previewed as its page will have it, and nothing in it runs', async () => {
	await press(inMain('Add'));
	await seeField('content');
	await save();
	await until(() => errorOf('title') === 'Required' && errorOf('content') === 'Required');
	await fill(field('title'), 'Shipping');
	const text = '# Costs\n\n| To | Price |\n|---|---|\n| EU | **5** |\n\n<img src=x onerror="document.title=1">';
	await fill(field<HTMLTextAreaElement>('content'), text);
	const preview = await until(() => document.querySelector('main section [lang=en]'));
	await until(() => preview.querySelector('h2')?.textContent === 'Costs');
	assert.equal(preview.querySelector('h1')?.textContent, 'Shipping');
	assert.equal(preview.querySelector('td strong')?.textContent, '5');
	assert.equal(preview.querySelector('img'), null);
	location.hash = '#/settings/labels';
	await press(inDialog('Continue editing'));
	assert.equal(field('content').value, text);
});

test('an article is written in a language and published at once', async () => {
	await choose(field('locale'), 'Deutsch');
	await choose(field('status'), 'Published');
	await fill(field<HTMLTextAreaElement>('content'), '# Costs');
	server.answer(`POST ${ARTICLES}`, ({ body }) => {
		// In one request, so that a second one that fails cannot leave a draft, of which the next
		// press would make another.
		const facts = { title: 'Shipping', description: '', content: '# Costs', status: 'published', category_id: null };
		assert.deepEqual(body, { ...facts, author_id: 5, locale: 'de' });
		articles['de'] = [{ ...makeArticle(4, 'Shipping'), status: 'published' }];
		return { payload: articles['de'][0] };
	});
	server.answer(`PATCH ${ARTICLES}/4`, ({ body }) => {
		Object.assign(articles['de']?.[0] ?? {}, body);
		return { payload: articles['de']?.[0] };
	});
	await save();
	await seeNotice('Saved');
	// The list is that of the article's language.
	await until(
		() => location.hash === '#/settings/help-centre/7/de' && row('Shipping')?.textContent.includes('Published'),
	);
});

test('an article that the server has changed is shown, withdrawn and deleted', async () => {
	const before = server.calls.length;
	await press(rowOf('Shipping'));
	await seeField('status');
	const asked = server.calls.slice(before).filter((call) => call.includes('/articles'));
	assert.deepEqual(asked, [`GET ${ARTICLES}/4`], 'the others are not loaded with it');
	assert.ok(findNamed('main a', '/hc/help/articles/article-4'));
	await choose(field('status'), 'Draft');
	await save();
	await until(() => row('Shipping')?.textContent.includes('Draft'));
	await press(rowOf('Shipping'));
	await press(inMain('Delete'));
	server.answer(`DELETE ${ARTICLES}/4`, () => {
		articles['de'] = [];
		return null;
	});
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
	await until(() => !row('Shipping'));
});

test('a picture is chosen, described and uploaded, and stands in the text where the caret was', async () => {
	articles['en'] = [{ ...makeArticle(5, 'Returns'), content: 'Before. After.' }];
	location.hash = '#/settings/help-centre/7/en/5';
	const text = await seeField<HTMLTextAreaElement>('content');
	text.focus();
	text.setSelectionRange(7, 7);
	const input = await until(() => document.querySelector<HTMLInputElement>('input[name=picture]'));
	chooseFile(input, new File(['plain'], 'notes.txt', { type: 'text/plain' }));
	await until(() => hasText('Files of this type cannot be sent'));
	chooseFile(input, new File([new Uint8Array(11 * 1024 * 1024)], 'huge.png', { type: 'image/png' }));
	await until(() => hasText('File exceeds the 10 MB attachment limit'));
	const PICTURE = '/article-pictures/0123456789abcdef0123456789abcdef';
	const { uploads, stop } = fakeUploads();
	chooseFile(input, new File([await smallPicture()], 'cup.png', { type: 'image/png' }));
	await until(() => document.activeElement?.getAttribute('name') === 'picture-description');
	assert.ok(!hasText('File exceeds the 10 MB attachment limit'));
	await axeFindsNothing();
	await fill(field('picture-description'), 'A [blue] cup');
	await press(inDialog('Add'));
	(await until(() => uploads[0])).answer({}, 503);
	await until(() => hasText('There was an error, please try again'));
	assert.equal(field('picture-description').value, 'A [blue] cup');
	await press(inDialog('Add'));
	const upload = await until(() => uploads[1]);
	assert.ok(upload.url.endsWith(`${ACCOUNT}/upload`));
	assert.equal((upload.field('attachment') as File).name, 'cup.png');
	upload.answer({ file_url: PICTURE });
	stop();
	await until(() => document.activeElement === field('content'));
	const markdown = String.raw`![A \[blue\] cup](${PICTURE})`;
	assert.equal(text.value, `Before.\n\n${markdown}\n\nAfter.`);
	assert.equal(text.selectionStart, text.value.indexOf('After.'));
	const shown = await until(() => document.querySelector<HTMLImageElement>(`main section img[src="${PICTURE}"]`));
	assert.equal(shown.alt, 'A [blue] cup');
	server.answer(`PATCH ${ARTICLES}/5`, ({ body }) => {
		assert.equal(body['content'], text.value);
		return { payload: Object.assign(articles['en']?.[0] ?? {}, body) };
	});
	await save();
	await until(() => row('Returns'));
	assert.match(String(articles['en']?.[0]?.['content']), /article-pictures/);
});

test('a picture that is pasted or dropped into the text is taken, and pasted text stays text', async () => {
	articles['en'] = [{ ...makeArticle(5, 'Returns'), content: 'Text' }];
	location.hash = '#/settings/help-centre/7/en/5';
	const text = await seeField<HTMLTextAreaElement>('content');
	const picture = new File([await smallPicture()], 'cup.png', { type: 'image/png' });
	const bring = (kind: 'paste' | 'drop', data: DataTransfer): boolean =>
		text.dispatchEvent(
			kind === 'paste' ? makePaste(data) : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }),
		);
	for (const kind of ['paste', 'drop'] as const) {
		const data = new DataTransfer();
		data.items.add(picture);
		assert.equal(bring(kind, data), false);
		await until(() => document.activeElement?.getAttribute('name') === 'picture-description');
		await key('Escape');
		await until(() => !document.querySelector('dialog'));
	}
	const both = new DataTransfer();
	both.items.add(picture);
	both.items.add('Cup', 'text/plain');
	assert.equal(bring('paste', both), true);
	assert.equal(document.querySelector('dialog'), null);
	assert.equal(text.value, 'Text');
});

test('an article is translated beside its original, and stands with it from then on', async () => {
	articles['en'] = [{ ...makeArticle(5, 'Returns'), content: 'Within **30** days' }];
	location.hash = '#/settings/help-centre/7/en';
	await press(rowOf('Returns'));
	await seeField('content');
	assert.equal(current(), 'English');
	await press({ selector: 'main nav a', name: 'Deutsch (Not translated yet)' });
	await until(
		() => location.hash === '#/settings/help-centre/7/de/5' && document.querySelector('main section [lang=en]'),
	);
	await until(() => current()?.startsWith('Deutsch'));
	assert.equal(field('content').value, '');
	const beside = await until(() => document.querySelector('main section [lang=en]'));
	assert.equal(beside.querySelector('h1')?.textContent, 'Returns');
	assert.equal(beside.querySelector('strong')?.textContent, '30');
	await fill(field('title'), 'Rückgabe');
	await fill(field<HTMLTextAreaElement>('content'), 'Innerhalb von 30 Tagen');
	assert.equal(beside.querySelector('h1')?.textContent, 'Returns');
	server.answer(`POST ${ARTICLES}`, ({ body }) => {
		const text = { title: 'Rückgabe', description: '', content: 'Innerhalb von 30 Tagen' };
		const facts = { ...text, status: 'draft', category_id: null };
		assert.deepEqual(body, { ...facts, author_id: 5, locale: 'de', associated_article_id: 5 });
		articles['de'] = [{ ...makeArticle(6, 'Rückgabe'), associated_article_id: 5 }];
		return { payload: articles['de'][0] };
	});
	await save();
	await until(() => row('Rückgabe')?.textContent.includes('Draft · English'));
	await press({ selector: 'main nav a', name: 'English' });
	await until(() => row('Returns')?.textContent.includes('Draft · Deutsch'));
});

test('an article that could not be loaded is offered again, unlike one that is gone', async () => {
	const payload = { ...makeArticle(11, 'Returns'), locale: 'en', associated_articles: [] };
	const refuse = (status: number) =>
		server.answer(`GET ${ARTICLES}/11`, () => {
			throw status;
		});
	refuse(500);
	location.hash = '#/settings/help-centre/7/en/11';
	await until(() => hasText('This could not be loaded.'));
	server.answer(`GET ${ARTICLES}/11`, () => ({ payload }));
	await press(inMain('Try again'));
	await seeField('title');
	assert.equal(field('title').value, 'Returns');
	refuse(404);
	location.hash = '#/settings/help-centre/7/en';
	await until(() => row('Returns'));
	location.hash = '#/settings/help-centre/7/en/11';
	await until(() => hasText('This is no longer here.'));
	assert.ok(!findNamed('main button', 'Try again'));
});

test('what a language lacks is listed, and leads to its translation', async () => {
	articles['de'] = [];
	location.hash = '#/settings/help-centre/7/de';
	const missing = await until(() => findNamed('main section h3', 'Not translated yet')?.closest('section'));
	assert.deepEqual(
		[...missing.querySelectorAll('a')].map(({ hash }) => hash),
		['#/settings/help-centre/7/de/5'],
	);
});

test('translations of one article into one language are both listed', async () => {
	const translation = { associated_article_id: 5 };
	articles['de'] = [
		{ ...makeArticle(6, 'Rückgabe'), ...translation },
		{ ...makeArticle(7, 'Retouren'), ...translation },
	];
	location.hash = '#/settings/labels';
	await until(() => document.querySelector('main h2')?.textContent === 'Labels');
	location.hash = '#/settings/help-centre/7/de';
	await until(() => row('Rückgabe') && row('Retouren'));
	articles['de'] = [];
});

test('a category is made in a language, renamed, chosen in an article and deleted', async () => {
	location.hash = '#/settings/help-centre/7/de';
	await press({ selector: 'main nav a', name: 'Categories' });
	await until(() => location.hash === '#/settings/help-centre/7/categories/de' && hasText('Nothing here yet.'));
	await press(inMain('Add'));
	await seeField('name');
	await fill(field('name'), '!!');
	await save();
	await until(() => errorOf('name') === 'Required');
	await fill(field('name'), 'Über uns');
	server.answer(`POST ${CATEGORIES}`, ({ body }) => {
		assert.deepEqual(body, { name: 'Über uns', description: '', locale: 'de', slug: 'über-uns' });
		categories['de'] = [makeCategory(9, 'Über uns')];
		return { payload: categories['de'][0] };
	});
	await save();
	await press(rowOf('Über uns'));
	await seeField('name');
	await fill(field('name'), 'Wir');
	server.answer(`PATCH ${CATEGORIES}/9`, ({ body }) => {
		assert.deepEqual(body, { name: 'Wir', description: '' });
		categories['de'] = [makeCategory(9, 'Wir')];
		return { payload: categories['de'][0] };
	});
	await save();
	await until(() => row('Wir'));
	// It is one of German alone.
	location.hash = '#/settings/help-centre/7/en/new';
	await seeField('content');
	assert.equal(document.querySelector('main [name=category_id]'), null);
	await choose(field('locale'), 'Deutsch');
	await seeField('category_id');
	await choose(field('category_id'), 'Wir');
	await choose(field('locale'), 'English');
	await until(() => !document.querySelector('main [name=category_id]'));
	await choose(field('locale'), 'Deutsch');
	assert.equal((await seeField('category_id')).value, '');
	await choose(field('category_id'), 'Wir');
	await fill(field('title'), 'Team');
	await fill(field<HTMLTextAreaElement>('content'), 'Wir sind drei');
	server.answer(`POST ${ARTICLES}`, ({ body }) => {
		assert.equal((body as { category_id: unknown }).category_id, 9);
		articles['de'] = [{ ...makeArticle(8, 'Team'), category: makeCategory(9, 'Wir') }];
		return { payload: articles['de'][0] };
	});
	await save();
	await until(() => row('Team'));
	assert.deepEqual(await sections(), [['Wir', ['Team']]]);
	location.hash = '#/settings/help-centre/7/categories/de/9';
	await press(inMain('Delete'));
	await until(() => hasText('Its articles are kept, without a category.'));
	server.answer(`DELETE ${CATEGORIES}/9`, () => {
		categories['de'] = [];
		articles['de'] = [makeArticle(8, 'Team')];
		return null;
	});
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
});

test('articles are ordered within their category, by keyboard and by dragging, and each order is saved once', async () => {
	const inCategory = { category: makeCategory(9, 'Wir') };
	categories['de'] = [makeCategory(9, 'Wir')];
	articles['de'] = [
		{ ...makeArticle(11, 'Zwei'), ...inCategory, position: 20 },
		{ ...makeArticle(10, 'Eins'), ...inCategory, position: 10 },
		{ ...makeArticle(12, 'Allein'), position: 5 },
		{ ...makeArticle(13, 'Drei'), ...inCategory, position: 30 },
	];
	const orders: unknown[] = [];
	server.answer(`POST ${ARTICLES}/reorder`, ({ body }) => {
		orders.push((body as { positions_hash: unknown }).positions_hash);
		return null;
	});
	location.hash = '#/settings/help-centre/7/de';
	await until(() => row('Drei'));
	const alone = ['Without a category', ['Allein']];
	assert.deepEqual(await sections(), [['Wir', ['Eins', 'Zwei', 'Drei']], alone]);
	await press(inMain('Move down: Eins'));
	await seeNotice('Saved');
	assert.deepEqual(await sections(), [['Wir', ['Zwei', 'Eins', 'Drei']], alone]);
	assert.deepEqual(orders, [{ 11: 10, 10: 20, 13: 30, 12: 40 }]);
	const [first, , third] = document.querySelectorAll<HTMLElement>('main li [draggable]');
	if (canDrop) await drag(first ?? assert.fail(), third ?? assert.fail());
	else for (const _ of [1, 2]) await press(inMain('Move down: Zwei'));
	const last = canDrop ? 2 : 3;
	await until(() => orders.length === last);
	assert.deepEqual(orders.at(-1), { 10: 10, 13: 20, 11: 30, 12: 40 });
});

test('an order that could not be saved stays, is not left without a question, and is sent again or with the next one', async () => {
	const sent: unknown[] = [];
	let isRefused = true;
	server.answer(`POST ${ARTICLES}/reorder`, ({ body }) => {
		if (isRefused) throw 500;
		sent.push((body as { positions_hash: unknown }).positions_hash);
		return null;
	});
	const seeFailure = () =>
		until(() => document.querySelector('main [role=alert]')?.textContent === 'The order could not be saved. Try again');
	const seeSaved = () => until(() => !document.querySelector('main [role=alert]'));
	await press(inMain('Move up: Drei'));
	await seeFailure();
	location.hash = '#/settings/labels';
	await press(inDialog('Continue editing'));
	await until(() => location.hash === '#/settings/help-centre/7/de' && !document.querySelector('dialog'));
	const unload = new Event('beforeunload', { cancelable: true });
	dispatchEvent(unload);
	assert.ok(unload.defaultPrevented, 'the browser does not ask');
	isRefused = false;
	await press(inMain('Try again'));
	await seeSaved();
	assert.deepEqual(sent, [{ 13: 10, 10: 20, 11: 30, 12: 40 }]);

	isRefused = true;
	await press(inMain('Move up: Zwei'));
	await seeFailure();
	isRefused = false;
	await press(inMain('Move down: Drei'));
	await seeSaved();
	assert.deepEqual(sent[1], { 11: 10, 13: 20, 10: 30, 12: 40 });
	location.hash = '#/settings/help-centre/7/en';
	await until(() => findNamed('main a[aria-current]', 'English'));
	assert.ok(!document.querySelector('dialog'), 'asks although everything is saved');
});

test('a language with articles is removed with a warning, and its place as default goes to another', async () => {
	const whole = {
		...portal,
		color: '#1f93ff',
		header_text: null,
		homepage_link: null,
		archived: false,
		config: {
			allowed_locales: [
				{ code: 'en', articles_count: 1 },
				{ code: 'de', articles_count: 4 },
			],
		},
	};
	server.answer(`GET ${PORTALS}/help`, () => whole);
	await press({ selector: 'main nav a', name: 'Settings' });
	await seeField('default_locale');
	const warning = () => document.querySelector('main form [role=status]')?.textContent;
	assert.equal(warning(), '');
	await press({ role: 'checkbox', name: 'English' });
	await until(() => warning()?.includes('the articles in these languages: English.'));
	assert.equal(field<HTMLSelectElement>('default_locale').value, 'de');
	await press({ role: 'checkbox', name: 'English' });
	await press({ role: 'checkbox', name: 'Deutsch' });
	await until(() => warning()?.includes('the articles in these languages: Deutsch.'));
	await fill(field('homepage_link'), 'shop.example');
	await save();
	await until(() => errorOf('homepage_link') === 'Enter an address that begins with https://');
	await fill(field('homepage_link'), 'https://shop.example');
	await fill(field('header_text'), 'How can we help?');
	await fill(field('name'), 'Support');
	server.answer(`PATCH ${PORTALS}/help`, ({ body }) => {
		assert.deepEqual(body, {
			name: 'Support',
			color: '#1f93ff',
			header_text: 'How can we help?',
			homepage_link: 'https://shop.example',
			archived: false,
			config: { allowed_locales: ['en'], default_locale: 'en' },
		});
		Object.assign(whole, { name: 'Support', config: { allowed_locales: [{ code: 'en', articles_count: 1 }] } });
		return { ...whole };
	});
	await save();
	await seeNotice('Saved');
	await until(() => warning() === '' && document.querySelector('main h2')?.textContent === 'Support');
});

test('articles of more than one page of the server are all listed', async () => {
	articles['en'] = Array.from({ length: 30 }, (_, index) => makeArticle(100 + index, `Number ${index}`));
	location.hash = '#/settings/labels';
	await until(() => document.querySelector('main h2')?.textContent === 'Labels');
	location.hash = '#/settings/help-centre/7';
	await until(() => row('Number 29'));
	assert.equal(document.querySelectorAll('main ol > li > a[href*="/help-centre/7/en/"]').length, 30);
});

test('a help centre whose address is `new` is opened like any other', async () => {
	portals = [{ ...portal, id: 8, name: 'News', slug: 'new' }];
	server.answer(`GET ${PORTALS}/new/articles`, () => ({ payload: [], meta: {} }));
	location.hash = '#/settings/help-centre';
	await press(rowOf('News'));
	await until(() => location.hash === '#/settings/help-centre/8' && hasText('Nothing here yet.'));
});

/** The link of a list to the item whose title begins so. */
const rowOf = (title: string) => ({ selector: 'main li > a', name: new RegExp(`^${title}`) });

function row(title: string): HTMLElement | undefined {
	return [...document.querySelectorAll<HTMLElement>('main li > a')].find(({ textContent }) =>
		textContent.startsWith(title),
	);
}

/** The titles of the list's sections, and those of the articles in each. */
async function sections(): Promise<[string | undefined, (string | undefined)[]][]> {
	const lists = await until(() => {
		const found = [...document.querySelectorAll('main section ol')];
		return found.length > 0 && found;
	});
	return lists.map((list) => [
		list.closest('section')?.querySelector('h3')?.textContent,
		[...list.querySelectorAll('bdi')].map(({ textContent }) => textContent),
	]);
}

/** The language that is shown. */
function current(): string | undefined {
	return document.querySelector('main nav[aria-label=Language] [aria-current]')?.textContent;
}

function listArticles(locale: string): Record<string, unknown>[] {
	return (articles[locale] ?? []).map((article) => ({ ...article, locale }));
}

function makeCategory(id: number, name: string): Record<string, unknown> {
	return { id, name, slug: `category-${id}`, locale: 'de', description: '' };
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
		associated_article_id: null,
		position: id,
	};
}

/** Chooses a file as the browser's own dialog does. */
function chooseFile(input: HTMLInputElement, file: File): void {
	const chosen = new DataTransfer();
	chosen.items.add(file);
	input.files = chosen.files;
	input.dispatchEvent(new Event('change', { bubbles: true }));
}

function smallPicture(): Promise<Blob> {
	const canvas = new OffscreenCanvas(40, 30);
	canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
	return canvas.convertToBlob();
}
