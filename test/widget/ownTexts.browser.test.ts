/** Texts in an owner's words in the frame: the website's, and the page's on top of them. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { i18n } from '@lingui/core';
import { chatTexts } from 'texts:chat';
import type { CompiledTexts } from '#protocol/entities/ownTexts.ts';
import { findNamed, until } from '../desk/page.ts';
import { Chat, server } from './chat.ts';

const START = 'Start Conversation';
const textsOf = (texts: Record<string, CompiledTexts[string]>): CompiledTexts =>
	Object.fromEntries(Object.entries(texts).map(([id, text]) => [chatTexts[id]?.keys[0] ?? assert.fail(id), text]));

let chat: Chat;
beforeEach(() => {
	chat = new Chat();
});
afterEach(() => {
	chat.close();
});
after(() => server.stop());

test("the page's words are shown in place of the website's, also on the launcher, and go when the page takes them away", async () => {
	chat.open({}, 'framed');
	await until(() => findNamed('button', START));
	chat.tell({ event: 'set-texts', texts: { '': textsOf({ [START]: ['Go'], 'Chat with us': ['Talk'] }) } });
	await until(() => findNamed('button', 'Go'));
	await until(() => chat.heard.some((message) => message.event === 'setBubbleLabel' && message.label === 'Talk'));
	chat.tell({ event: 'set-locale', locale: 'de' });
	await until(() => i18n.locale === 'de' && findNamed('button', 'Go'));
	chat.tell({ event: 'set-texts', texts: { de: textsOf({ [START]: ['Los'] }) } });
	await until(() => findNamed('button', 'Los'));
	chat.tell({ event: 'set-locale', locale: 'en' });
	await until(() => findNamed('button', START));
	chat.tell({ event: 'set-texts', texts: {} });
	chat.tell({ event: 'set-locale', locale: 'de' });
	await until(() => findNamed('button', 'Unterhaltung beginnen'));
});

test('words are shown as they are written, and what is no text is not taken', async () => {
	chat.open({}, 'framed');
	await until(() => findNamed('button', START));
	chat.tell({ event: 'set-texts', texts: { '': textsOf({ [START]: ['<img src=x onerror=alert(1)> & co'] }) } });
	await until(() => findNamed('button', '<img src=x onerror=alert(1)> & co'));
	assert.equal(document.querySelector('button img'), null);
	const kind: unknown = 'script';
	const wrong = { '': textsOf({ [START]: [['name', kind as 'plural']] }) };
	chat.tell({ event: 'set-texts', requestId: 'wrong', texts: wrong });
	await until(() =>
		chat.heard.some(
			(message) => message.event === 'settled' && message.requestId === 'wrong' && message.error === 'INVALID_ARGUMENT',
		),
	);
	assert.ok(findNamed('button', '<img src=x onerror=alert(1)> & co'));
	chat.tell({ event: 'set-texts', texts: {} });
	await until(() => findNamed('button', START));
});

test("the chat is drawn with the website's words, reads those of another language, and keeps the rest of the catalogue", async () => {
	let asked = '';
	server.answer('GET /widget/texts.json', ({ query }) => {
		asked = query.toString();
		return textsOf({ [START]: ['Frag die Töpfer'] });
	});
	chat.open({ texts: { en: textsOf({ [START]: ['Ask the potters'] }) } }, 'framed');
	await until(() => findNamed('button', 'Ask the potters'));
	assert.equal(findNamed('button', START), undefined);
	chat.tell({ event: 'set-locale', locale: 'de' });
	await until(() => findNamed('button', 'Frag die Töpfer'));
	assert.ok(asked.includes('website_token=demo') && asked.includes('locale=de'), asked);
	chat.tell({ event: 'set-locale', locale: 'en' });
	await until(() => findNamed('button', 'Ask the potters'));
});
