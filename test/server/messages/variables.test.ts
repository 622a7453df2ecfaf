/** Variables in the team's texts; above all, a visitor's name must stay plain text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { literal, type Block } from '../../../src/markdown/blocks.ts';
import { isWorthParsing } from '../../../src/markdown/isWorthParsing.ts';
import { parseMarkdown } from '../../../src/markdown/parseMarkdown.ts';
import { randomName } from '../../../src/server/base/randomToken.ts';
import { unknownVariables } from '../../../src/protocol/base/variables.ts';
import { fillIn, type Known } from '../../../src/server/domain/messages/variables.ts';
import { attackStrings } from '../../support/attackStrings.ts';

const known = (name: string): Known => ({
	conversation: { display_id: 42 },
	contact: { id: 7, name, email: 'grace_h@navy.example', phone_number: null },
	agent: { name: 'Augusta Byron', display_name: 'Ada Byron Lee', email: 'ada@example.com' },
});
const fill = (text: string, name = 'Grace Hopper') => fillIn(text, known(name)).content;
/** Parses a filled text as frame, desk and mails do. */
function read(text: string, name?: string): Block[] {
	const { content, contentAttributes } = fillIn(text, known(name ?? 'Grace Hopper'));
	return isWorthParsing(content) ? parseMarkdown(content, contentAttributes.verbatim) : [literal(content)];
}

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
		assert.deepEqual(read(`Mail {{${key}}}`), [literal(`Mail ${address}`)]);
	}
});

test('what is no variable stays as it was written', () => {
	for (const text of [
		'a{{contact.shoe_size}}b{{constructor}}c{{ toString }}d',
		'{{inbox.name}} {{contact.phone_number}} {{ message }}',
		'{{ user.name | upcase }} {{contact.shoe_size | no size}}',
	]) {
		assert.equal(fill(text), text);
	}
	assert.deepEqual(unknownVariables('{{contact.name}} {{ message }} {{user.name | upcase}} {{ message }} {x}'), [
		'{{ message }}',
		'{{user.name | upcase}}',
	]);
});

test('a variable without a value becomes nothing', () => {
	assert.equal(fill('{{contact.last_name}}', 'Grace'), '');
	assert.equal(fillIn('{{agent.name}}', { ...known(''), agent: undefined }).content, '');
});

test('a generated name is not filled in: its visitor is unnamed', () => {
	const name = randomName();
	for (const key of ['name', 'first_name', 'last_name']) assert.equal(fill(`Hi{{contact.${key}}}!`, name), 'Hi!');
	assert.equal(fill('{{contact.name}}', 'calm-river'), 'calm-river');
});

test('a variable without a value becomes its fallback, as it is written', () => {
	assert.equal(fill('Hi {{contact.first_name | there}}!', randomName()), 'Hi there!');
	assert.equal(fill('Hi {{ contact.first_name|dear *friend* }}!', ''), 'Hi dear *friend*!');
	assert.equal(fill('{{contact.phone | no number}} {{contact.phone | }}', 'Grace'), 'no number ');
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
			const blocks = read(`${before}{{contact.name}}${after}`, name);
			assert.equal(fill(`${before}{{contact.name}}${after}`, name), `${before}${shown}${after}`);
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

test('a value is stored as people read it, and percent-encoded in an address', () => {
	const grace: Known = {
		...known('Grace & "Amazing" O\'Hopper'),
		contact: {
			id: 7,
			name: "Grace & O'Hopper",
			email: 'mary_ann+x@x.example',
			phone_number: '+491511234567',
		},
	};
	for (const [text, filled] of [
		['Mail {{contact.email}}', 'Mail mary_ann+x@x.example'],
		['Hi {{contact.name}}!', "Hi Grace & O'Hopper!"],
		[
			'https://shop.example/u?e={{contact.email}}&n={{contact.name}}',
			'https://shop.example/u?e=mary_ann%2Bx%40x.example&n=Grace%20%26%20O%27Hopper',
		],
		['[x](https://shop.example/{{contact.phone}})', '[x](https://shop.example/%2B491511234567)'],
		['www.shop.example/{{contact.email}}', 'www.shop.example/mary_ann%2Bx%40x.example'],
		[
			'[m](mailto:{{contact.email}}) [t](tel:{{contact.phone}})',
			'[m](mailto:mary_ann+x@x.example) [t](tel:+491511234567)',
		],
		['https://shop.example {{contact.email}}', 'https://shop.example mary_ann+x@x.example'],
	] as const) {
		assert.equal(fillIn(text, grace).content, filled);
	}
	const { content, contentAttributes } = fillIn('See https://shop.example/u?e={{contact.email}}', grace);
	assert.deepEqual(contentAttributes, {});
	assert.deepEqual(parseMarkdown(content), [
		{
			kind: 'paragraph',
			content: [
				{ kind: 'text', text: 'See ' },
				{
					kind: 'link',
					href: 'https://shop.example/u?e=mary_ann%2Bx%40x.example',
					content: [{ kind: 'text', text: 'https://shop.example/u?e=mary_ann%2Bx%40x.example' }],
				},
			],
		},
	]);
});

test('only values in which Markdown might find something are noted beside the text', () => {
	assert.deepEqual(fillIn('{{contact.name}} {{contact.id}}', known("Anne-Marie O'Neil Jr.")).contentAttributes, {});
	assert.deepEqual(fillIn('{{contact.name}}', known('*Ada*')).contentAttributes, { verbatim: ['*Ada*'] });
});
