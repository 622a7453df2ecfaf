import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CannedResponse } from '#protocol/application/cannedResponseRoutes.ts';
import { fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { findNamed, inDialog, inMain, until } from './page.ts';

const PATH = `${ACCOUNT}/canned_responses`;
const server = startFakeServer();
let responses = [makeResponse(1, 'hours', 'We are here from nine to five.')];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${PATH}`, () => responses);
	leave = await enterDesk(server);
});
after(() => leave());

test('an inbox without a conversation leads an administrator to the first run', async () => {
	await until(() => findNamed<HTMLAnchorElement>('main a', 'Put the chat on your website'));
	assert.equal(findNamed('main a', 'Put the chat on your website')?.getAttribute('href'), '#/settings/start');
});

test('a canned response needs a code and a text, and one that the server refuses keeps both', async () => {
	location.hash = '#/settings/canned-responses';
	await press(inMain('Add'));
	await seeField('short_code');
	await save();
	await until(() => errorOf('short_code') === 'Required' && errorOf('content') === 'Required');
	assert.equal(document.activeElement, field('short_code'));
	await fill(field('short_code'), 'hours');
	await fill(field<HTMLTextAreaElement>('content'), 'Nine to five, **every** day.');
	server.answer(`POST ${PATH}`, () =>
		Response.json({ message: 'Short code has already been taken', attributes: ['short_code'] }, { status: 422 }),
	);
	await save();
	await until(() => errorOf('short_code') === 'This already exists.');
	assert.equal(field<HTMLTextAreaElement>('content').value, 'Nine to five, **every** day.');
});

test('a new canned response is in the list, is changed there, and is deleted after a question', async () => {
	await fill(field('short_code'), 'open');
	server.answer(`POST ${PATH}`, ({ body }) => {
		assert.deepEqual(body, { short_code: 'open', content: 'Nine to five, **every** day.' });
		responses = [...responses, makeResponse(2, 'open', body['content'])];
		return responses[1];
	});
	await save();
	await seeNotice('Saved');
	await press({ selector: 'main li > a', name: /^open/ });
	await seeField('short_code');
	assert.equal(field('short_code').value, 'open');
	server.answer(`PATCH ${PATH}/2`, ({ body }) => {
		assert.deepEqual(body, { short_code: 'open', content: 'Every day.' });
		responses = [makeResponse(1, 'hours', 'We are here from nine to five.'), makeResponse(2, 'open', 'Every day.')];
		return responses[1];
	});
	await fill(field<HTMLTextAreaElement>('content'), 'Every day.');
	await save();
	await until(() => rows()[1]?.textContent.includes('Every day.'));
	location.hash = '#/settings/canned-responses/2';
	await press(inMain('Delete'));
	server.answer(`DELETE ${PATH}/2`, () => {
		responses = responses.slice(0, 1);
		return null;
	});
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
	await until(() => rows().length === 1);
});

/** The links of the list. */
function rows(): HTMLElement[] {
	return [...document.querySelectorAll<HTMLElement>('main nav ~ div li > a')];
}

function makeResponse(id: number, short_code: string, content: string): CannedResponse {
	const at = '2026-01-05T08:00:00.000Z';
	return { id, account_id: 1, short_code, content, translations: {}, created_at: at, updated_at: at, etag: `"${id}"` };
}
