/**
 * What goes into a message besides text and files: emoji, links to articles, and messages that a
 * visitor answers by pressing.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { ACCOUNT } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, until } from './page.ts';
import { makeConversation, makeInbox, makeMessage, PROFILE } from './samples.ts';

const MIRA = `${ACCOUNT}/conversations/1`;
const server = startFakeServer();
const mira = makeConversation({
	last_non_activity_message: makeMessage(),
	additional_attributes: { browser_language: 'de-AT' },
});
const shop = {
	...makeInbox({ id: 1, name: 'Shop', website_token: 'shop' }),
	help_center: { name: 'Help', slug: 'help' },
};
/** What was posted last. */
let sent: Record<string, unknown> = {};
let endDesk = () => {};

before(async () => {
	server.answer('POST /auth/desk_session', () => PROFILE);
	server.answer(`GET ${ACCOUNT}/inboxes`, () => ({ payload: [shop] }));
	server.answer(`GET ${ACCOUNT}/conversations`, ({ query }) => ({
		data: { meta: {}, payload: query.has('updated_within') ? [] : [mira], next_cursor: null },
	}));
	server.answer(`GET ${MIRA}`, () => mira);
	server.answer(`GET ${MIRA}/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`POST ${MIRA}/update_last_seen`, () => mira);
	server.answer(`POST ${MIRA}/toggle_typing_status`, () => '');
	let id = 10;
	server.answer(`POST ${MIRA}/messages`, ({ body }) => {
		sent = body;
		return makeMessage({ id: (id += 1), message_type: 1, content: String(body['content']) });
	});
	endDesk = await beginDesk(server);
	await press({ selector: 'nav li > a' });
	await until(() => findNamed('button', 'Insert article'));
});
after(() => endDesk());

test('an article is found in the language of the visitor, and its link is put where the caret is', async () => {
	server.answer(`GET ${ACCOUNT}/portals/help`, () => ({
		config: { allowed_locales: [{ code: 'en' }, { code: 'de' }] },
		meta: { default_locale: 'en' },
	}));
	server.answer('GET /hc/help/de/articles.json', ({ query }) => {
		assert.equal(query.get('query'), 'versand');
		const article = { id: 4, title: 'Versand [EU]', description: 'Was er kostet', link: 'hc/help/articles/versand' };
		return { payload: [article], meta: { articles_count: 1 } };
	});
	await fill(text(), 'See: .');
	text().setSelectionRange(5, 5);
	await press('Insert article');
	await fill({ selector: 'dialog [role=combobox]' }, 'versand');
	await press({ selector: 'dialog [role=option]' });
	const link = String.raw`[Versand \[EU\]](https://chat.example/hc/help/articles/versand)`;
	await until(() => text().value === `See: ${link}.`);
	assert.equal(document.activeElement, text());
	await fill(text(), '');
});

test('what is selected becomes bold, italic, a list or a link, by a menu and by the usual keys', async () => {
	const select = (start: number, end: number) => text().setSelectionRange(start, end);
	const selected = () => text().value.slice(text().selectionStart, text().selectionEnd);
	await fill(text(), 'two plates');
	select(4, 10);
	await choose('Formatting', 'Bold');
	await until(() => text().value === 'two **plates**');
	assert.equal(document.activeElement, text());
	assert.equal(selected(), 'plates');
	select(0, 3);
	await key('Control+i');
	await until(() => text().value === '*two* **plates**');
	await fill(text(), 'Buy\nplates\nand cups');
	select(6, 14);
	await choose('Formatting', 'Bulleted list');
	await until(() => text().value === 'Buy\n- plates\n- and cups');
	await fill(text(), 'the shop');
	select(4, 8);
	await choose('Formatting', 'Link');
	await until(() => text().value === 'the [shop](https://)');
	assert.equal(selected(), 'https://');
	await fill(text(), '');
	await choose('Formatting', 'Link');
	await until(() => text().value === '[](https://)' && text().selectionEnd === 1);
	await fill(text(), '');
});

test('choices without a text say what is missing; closing keeps what is typed; they are sent as what they are', async () => {
	await openInteractive();
	await submit();
	await until(() => dialogText().includes('Required'));
	assert.equal(document.activeElement, control('content'));
	await fill(control('content'), 'Which **size**?');
	await fill(control('choices'), 'Small\n\nLarge\nSmall\n');
	await until(() => preview().includes('Which size?') && preview().includes('Large'));
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
	await openInteractive();
	assert.equal(control('choices').value, 'Small\n\nLarge\nSmall\n');
	await submit();
	await until(() => sent['content_type'] === 'input_select' && !document.querySelector('dialog'));
	assert.equal(sent['content'], 'Which **size**?');
	assert.deepEqual(attributes(), {
		items: [
			{ title: 'Small', value: 'Small' },
			{ title: 'Large', value: 'Large' },
		],
	});
	await openInteractive();
	assert.equal(control('content').value, '');
});

test('a form has fields of several kinds, and one without a label is said beside it', async () => {
	await choose(control('kind'), 'Form');
	await fill(control('content'), 'Tell us');
	await fill(await seeControl('label-0'), 'Order');
	await press(inDialog('Add'));
	await seeControl('label-1');
	await choose(control('type-1'), 'Choices');
	await seeControl('options-1');
	await submit();
	await until(() => control('label-1').ariaInvalid === 'true' && control('options-1').ariaInvalid === 'true');
	await fill(control('label-1'), 'Colour');
	await fill(control('options-1'), 'Blue\nGreen');
	await press(control('required-1'));
	await until(() => preview().includes('Colour *'));
	await submit();
	await until(() => sent['content_type'] === 'form');
	assert.deepEqual(attributes(), {
		items: [
			{ name: 'field_1', label: 'Order', type: 'text', required: false },
			{
				name: 'field_2',
				label: 'Colour',
				type: 'select',
				required: true,
				options: [
					{ label: 'Blue', value: 'Blue' },
					{ label: 'Green', value: 'Green' },
				],
			},
		],
	});
});

test('a card needs a page to lead to, and a row of it is removed', async () => {
	await openInteractive();
	await choose(control('kind'), 'Cards');
	await fill(control('content'), 'For you');
	await fill(await seeControl('title-0'), 'Bowl');
	await fill(control('button-0'), 'Look');
	await fill(control('link-0'), 'shop.example');
	await submit();
	await until(() => dialogText().includes('Please enter a valid URL'));
	await fill(control('link-0'), 'https://shop.example/bowl');
	await press(inDialog('Add'));
	const remove = await until(() => findNamed('dialog button', 'Remove Cards 2'));
	await press(remove);
	await until(() => !document.querySelector('dialog [name=title-1]'));
	assert.equal(document.activeElement, document.querySelector('dialog fieldset'));
	await submit();
	await until(() => sent['content_type'] === 'cards');
	assert.deepEqual(attributes(), {
		items: [{ title: 'Bowl', actions: [{ type: 'link', text: 'Look', uri: 'https://shop.example/bowl' }] }],
	});
});

test('a rating and an address are asked for with a text alone, and a note cannot ask', async () => {
	for (const [name, kind] of [
		['Rating', 'input_csat'],
		['Email address', 'input_email'],
	] as const) {
		await openInteractive();
		await choose(control('kind'), name);
		await fill(control('content'), `Please: ${kind}`);
		await submit();
		await until(() => sent['content'] === `Please: ${kind}`);
		assert.equal(sent['content_type'], kind);
	}
	await press('Private note');
	await until(() => !findNamed('button', 'Interactive message'));
	await press('Reply');
	await until(() => findNamed('button', 'Interactive message'));
});

test('a website without a help centre offers no articles', async () => {
	shop.help_center = undefined as never;
	await server.cut();
	await until(() => !findNamed('button', 'Insert article'));
	assert.ok(!hasText('Insert article'));
});

async function openInteractive(): Promise<void> {
	await press('Interactive message');
	await until(() => document.querySelector('dialog [name=content]'));
}

function text(): HTMLTextAreaElement {
	return document.querySelector<HTMLTextAreaElement>('section form textarea') ?? assert.fail('no composer');
}

function control(name: string): HTMLInputElement {
	return document.querySelector<HTMLInputElement>(`dialog [name="${name}"]`) ?? assert.fail(`no ${name}`);
}

function seeControl(name: string): Promise<HTMLInputElement> {
	return until(() => document.querySelector<HTMLInputElement>(`dialog [name="${name}"]`));
}

function submit(): Promise<void> {
	return press({ selector: 'dialog form [type=submit]' });
}

function dialogText(): string {
	return document.querySelector<HTMLElement>('dialog')?.innerText ?? '';
}

function preview(): string {
	return document.querySelector<HTMLElement>('dialog [aria-label=Preview]')?.innerText ?? '';
}

function attributes(): unknown {
	return JSON.parse(String(sent['content_attributes']));
}
