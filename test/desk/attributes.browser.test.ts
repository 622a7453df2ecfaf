import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AttributeDefinition } from '#protocol/application/attributeDefinitionRoutes.ts';
import { choose, fill, press } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { errorOf, field, save, seeField, seeNotice } from './form.ts';
import { hasText, inDialog, inMain, until } from './page.ts';

const PATH = `${ACCOUNT}/custom_attribute_definitions`;
const server = startFakeServer();
let definitions: AttributeDefinition[] = [];
let leave = async () => {};

before(async () => {
	server.answer(`GET ${PATH}`, () => definitions);
	leave = await enterDesk(server);
});
after(() => leave());

test('a list needs a name, a key and its choices, and a key that exists is said beside it', async () => {
	location.hash = '#/settings/attributes';
	await press(inMain('Add'));
	await seeField('attribute_key');
	await choose(field('attribute_display_type'), 'List');
	await seeField('attribute_values');
	await save();
	await until(() => errorOf('attribute_display_name') === 'Required' && errorOf('attribute_key') === 'Required');
	assert.equal(errorOf('attribute_values'), 'Required');
	await fill(field('attribute_display_name'), 'Price plan');
	await fill(field('attribute_key'), 'email');
	await save();
	await until(() => errorOf('attribute_key') === 'This key is reserved.');
	await fill(field('attribute_key'), 'plan');
	await fill(field<HTMLTextAreaElement>('attribute_values'), 'Gold\n\n Silver ');
	server.answer(`POST ${PATH}`, () =>
		Response.json({ message: 'taken', attributes: ['attribute_key'] }, { status: 422 }),
	);
	await save();
	await until(() => errorOf('attribute_key') === 'This already exists.');
	assert.equal(field('attribute_display_name').value, 'Price plan');
});

test('a definition is added, and shown in the list', async () => {
	server.answer(`POST ${PATH}`, ({ body }) => {
		assert.deepEqual(body, {
			attribute_display_name: 'Price plan',
			attribute_key: 'plan',
			attribute_model: 'contact_attribute',
			attribute_display_type: 'list',
			attribute_description: null,
			attribute_values: ['Gold', 'Silver'],
		});
		const at = '2026-01-05T08:00:00.000Z';
		definitions = [
			{
				...body,
				id: 3,
				regex_pattern: null,
				regex_cue: null,
				created_at: at,
				updated_at: at,
				etag: '"3"',
			} as AttributeDefinition,
		];
		return definitions[0];
	});
	await save();
	await seeNotice('Saved');
	await openDefinition();
	assert.equal(field('attribute_values').value, 'Gold\nSilver');
});

test('key and kind of what it is recorded of stay, once a definition is saved', async () => {
	const fixed = [field('attribute_key'), field('attribute_model')];
	assert.deepEqual(
		fixed.map(({ readOnly, value }) => [readOnly, value]),
		[
			[true, 'plan'],
			[true, 'Contacts'],
		],
	);
	await fill(field('attribute_display_name'), 'Plan');
	server.answer(`PATCH ${PATH}/3`, ({ body }) => {
		assert.deepEqual([body['attribute_key'], body['attribute_model']], ['plan', 'contact_attribute']);
		definitions = definitions.map((definition) => ({ ...definition, ...body }));
		return definitions[0];
	});
	await save();
	await seeNotice('Saved');
	assert.equal(definitions[0]?.attribute_display_name, 'Plan');
});

test('a definition is deleted after a question', async () => {
	await openDefinition();
	await press(inMain('Delete'));
	server.answer(`DELETE ${PATH}/3`, () => {
		definitions = [];
		return null;
	});
	await press(inDialog('Delete'));
	await seeNotice('Deleted');
	await until(() => hasText('Nothing here yet.'));
	assert.ok(hasText('“Order number” of a conversation'));
});

async function openDefinition(): Promise<void> {
	await press({ selector: 'main li > a[href$="attributes/3"]' });
	await seeField('attribute_values');
}
