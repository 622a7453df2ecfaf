/** Variables in the team's texts; above all, a visitor's name must stay plain text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { literal, type Block } from '../../src/markdown/blocks.ts';
import { isWorthParsing } from '../../src/markdown/isWorthParsing.ts';
import { parseMarkdown } from '../../src/markdown/parseMarkdown.ts';
import { randomName } from '../../src/server/base/randomToken.ts';
import { fillIn, type Known } from '../../src/server/domain/variables.ts';
import { attackStrings } from '../support/attackStrings.ts';

const known = (name: string): Known => ({
	conversation: { display_id: 42 },
	contact: { id: 7, name, email: 'grace_h@navy.example', phone_number: null },
	agent: { name: 'Augusta Byron', display_name: 'Ada Byron Lee', email: 'ada@example.com' },
});
const fill = (text: string, name = 'Grace Hopper') => fillIn(text, known(name));
/** Parses a text as frame, desk and mails do. */
const read = (text: string): Block[] => (isWorthParsing(text) ? parseMarkdown(text) : [literal(text)]);

test('fills in every variable', () => {
	const filled = {
		'conversation.id': '42',
		'contact.id': '7',
		'contact.name': 'Grace Hopper',
		'contact.first_name': 'Grace',
		'contact.last_name': 'Hopper',
		'contact.phone': '',
		'agent.name': 'Ada Byron Lee',
		'agent.first_name': 'Ada',
		'agent.last_name': 'Lee',
	};
	for (const [key, value] of Object.entries(filled))
		assert.equal(fill(`<{{${key}}}>{{ ${key} }}`), `<${value}>${value}`);
});

test('an address is shown as it is', () => {
	for (const [key, address] of [
		['contact.email', 'grace_h@navy.example'],
		['agent.email', 'ada@example.com'],
	] as const) {
		assert.deepEqual(read(`Mail ${fill(`{{${key}}}`)}`), [literal(`Mail ${address}`)]);
	}
});

test('an unknown variable becomes nothing', () => {
	assert.equal(fill('a{{contact.shoe_size}}b{{constructor}}c{{ toString }}d'), 'abcd');
	assert.equal(fill('{{contact.last_name}}', 'Grace'), '');
	assert.equal(fillIn('{{agent.name}}', { ...known(''), agent: undefined }), '');
});

test('a generated name is not filled in: its visitor is unnamed', () => {
	const name = randomName();
	for (const key of ['name', 'first_name', 'last_name']) assert.equal(fill(`Hi{{contact.${key}}}!`, name), 'Hi!');
	assert.equal(fill('{{contact.name}}', 'calm-river'), 'calm-river');
});

test('a variable without a value becomes its fallback, as it is written', () => {
	assert.equal(fill('Hi {{contact.first_name | there}}!', randomName()), 'Hi there!');
	assert.equal(fill('Hi {{ contact.first_name|dear *friend* }}!', ''), 'Hi dear *friend*!');
	assert.equal(fill('{{contact.shoe_size | no size}} {{contact.phone | }}', 'Grace'), 'no size ');
	assert.equal(fill('Hi {{contact.first_name | there}}!', 'Grace'), 'Hi Grace!');
	assert.equal(fill('`{{contact.phone | none}}`'), '`{{contact.phone | none}}`');
});

test('text that is no variable, and code, stay unchanged', () => {
	for (const text of ['{contact.name}', '{{contact name}}', '`{{contact.name}}`', '```\n{{contact.name}}\n```']) {
		assert.equal(fill(text), text);
	}
	assert.equal(fill('`{{contact.id}}` is {{contact.id}}'), '`{{contact.id}}` is 7');
	assert.equal(fill('``` {{contact.id}} `` {{contact.id}}'), '``` 7 `` 7', 'only as many backticks close it');
});

test('a name becomes no link, list or heading, at any place', () => {
	const names = [
		...attackStrings.map(({ text }) => text).filter((text) => text.length <= 255),
		'https://evil.example',
		'www.evil.example',
		'eve@evil.example',
		'[click](https://evil.example)',
		'<https://evil.example>',
		'**Ada**',
		'_Ada_',
		'`Ada`',
		'# Ada',
		'- Ada',
		'+ Ada',
		'1. Ada',
		'12) Ada',
		'> Ada',
		'~~~',
		'***',
		'---',
		'Ada\n\n# Eve',
		'Ada\\',
		'{{agent.email}}',
	];
	for (const name of names) {
		const shown = name.replace(/\s+/g, ' ').trim();
		if (shown === '') continue;
		for (const [before, after] of [
			['', ''],
			['Hello ', '!'],
			['*Hello* (', ')'],
		] as const) {
			const blocks = read(fill(`${before}{{contact.name}}${after}`, name));
			const [block] = blocks;
			assert.equal(blocks.length, 1, name);
			assert.ok(block?.kind === 'paragraph', name);
			const last = block.content.at(-1);
			const start = before.startsWith('*') ? ' (' : before;
			assert.deepEqual(last, { kind: 'text', text: `${start}${shown}${after}` }, name);
			assert.equal(block.content.length, before.startsWith('*') ? 2 : 1, name);
		}
	}
});
