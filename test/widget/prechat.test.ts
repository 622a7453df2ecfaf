/** What the pre-chat form stores, and how facts from the site change it. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { PreChatField } from '#protocol/entities/channel.ts';
import { typeIntoForm } from '../../src/widget/features/prechat/formDraft.ts';
import { fieldsToAskAtom, isFormDueAtom } from '../../src/widget/features/prechat/prechat.ts';
import { ChatServer } from './chatServer.ts';
import { type Frame, openFrame } from './frame.ts';
import { makePage } from './page.ts';
import { until } from './until.ts';

const FIELDS = ['fullName', 'emailAddress'].map((name): PreChatField => ({
	field_type: 'standard',
	name,
	type: 'text',
	label: name,
	required: true,
	enabled: true,
}));
const FORM = { preChatFormEnabled: true, preChatFormOptions: { pre_chat_message: null, pre_chat_fields: FIELDS } };
const KEPT = 'live-chat-widget:prechat:demo';

let server: ChatServer;
let frame: Frame;

beforeEach(async () => {
	server = await ChatServer.start();
	frame = await openFrame(server, { channel: { ...makePage().channel, ...FORM } });
});
afterEach(async () => {
	await frame.stop();
	await server.stop();
});

test('a reset deletes what was typed into the form', async () => {
	frame.store.set(typeIntoForm, 'standard:emailAddress', 'grace@navy.example');
	assert.match(localStorage.getItem(KEPT) ?? '', /grace@navy/);
	frame.tell({ event: 'reset', requestId: '1' });
	await until('it is forgotten', () => localStorage.getItem(KEPT) === null);
});

test('the form does not ask for facts that the site has told', async () => {
	assert.ok(frame.store.get(isFormDueAtom));
	const body = { id: 1, has_email: false, has_name: true, has_phone_number: false };
	server.failNext('PATCH /contact/set_user', { status: 200, body });
	frame.tell({ event: 'set-user', requestId: '1', identifier: 'mira', user: { name: 'Mira' } });
	await until('the name is known', () => frame.store.get(fieldsToAskAtom).length === 1);
	assert.equal(frame.store.get(fieldsToAskAtom)[0]?.name, 'emailAddress');
	server.failNext('PATCH /contact/set_user', { status: 200, body: { ...body, has_email: true } });
	frame.tell({ event: 'set-user', requestId: '2', identifier: 'mira', user: { email: 'mira@halden.example' } });
	await until('nothing is left to ask', () => !frame.store.get(isFormDueAtom));
});
