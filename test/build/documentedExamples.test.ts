/** Commands, files and snippets that the documents show are what the server takes. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { applicationRoutes } from '#protocol/application/applicationRoutes.ts';
import { InboxChange } from '#protocol/application/inboxSettings.ts';
import { commands } from '../../src/server/admin/commands/commands.ts';
import { operations } from '../../src/server/admin/operations.ts';
import { proofOf } from '../../src/server/domain/contacts/identityProof.ts';
import { ROOT } from '../../src/build/root.ts';

const PAGES = globSync(['README.md', 'docs/**/*.md', 'demo/**/*.md'], { cwd: ROOT }).filter(
	(page) => !page.includes('node_modules'),
);
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
/** The code of a page in one language, block by block. */
const blocks = (page: string, language: string): string[] =>
	[...read(page).matchAll(new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'gm'))].map(([, code = '']) => code);

/** Undefined where there is no such command. */
function optionsOf(name: string): string[] | undefined {
	const command = commands[name];
	if (command) return Object.keys(command.options.entries);
	const operation = operations[name];
	return operation && [...operation.usage.matchAll(/--([\w-]+)/g)].map(([, option = '']) => option);
}

test('each command that a page shows exists, with its options', () => {
	const wrong: string[] = [];
	let shown = 0;
	for (const page of PAGES) {
		const text = read(page).replaceAll(/\\\n\s*/g, '');
		for (const [, name = '', rest = ''] of text.matchAll(
			/npm run admin -- (?:--config \S+ )?([a-z][a-z\d-]*)([^\n`|]*)/g,
		)) {
			shown += 1;
			const options = optionsOf(name);
			const named = [...rest.matchAll(/ --([\w-]+)/g)].map(([, option = '']) => option);
			const unknown = options ? named.filter((option) => !options.includes(option)) : [name];
			wrong.push(...unknown.map((what) => `${page}: ${name} ${what}`));
		}
	}
	assert.ok(shown > 40, `${shown}`);
	assert.deepEqual(wrong, []);
});

test('the files of settings that the guides show are accepted', () => {
	const [topics = '', form = ''] = blocks('docs/guide/channel.md', 'json');
	const [looks = ''] = blocks('docs/guide/channel.md', 'css');
	const [texts = ''] = blocks('docs/texts.md', 'json');
	const change = {
		topics: JSON.parse(topics) as unknown,
		pre_chat_form_options: JSON.parse(form) as unknown,
		custom_properties: looks,
		texts: JSON.parse(texts) as unknown,
	};
	const { issues, output } = v.safeParse(InboxChange, change);
	assert.deepEqual(issues, undefined);
	assert.deepEqual(Object.keys(output as object).toSorted(), Object.keys(change).toSorted());
});

test('the body that goes with an entity tag is accepted', () => {
	const [line = ''] = blocks('docs/application-api.md', 'sh');
	const [, body = ''] = /--json '(.+)'/.exec(line) ?? [];
	assert.deepEqual(v.safeParse(applicationRoutes.updateLabel.body, JSON.parse(body)).issues, undefined);
});

test("the guide's hash and token prove the customer", async () => {
	const key = 'a-key-of-a-website-a-key-of-a-website';
	const channel = {
		widget: {
			hmac_token: key,
			former_hmac_token: null,
			former_hmac_until: null,
			identity_public_keys: [],
			hmac_mandatory: true,
		},
	} as unknown as Parameters<typeof proofOf>[0];
	const snippets = blocks('docs/guide/identity.md', 'js').filter((code) => code.includes('IDENTITY_KEY'));
	assert.equal(snippets.length, 2);
	for (const code of snippets) {
		const claim = await run<{ identifier_hash?: string; jwt?: string }>(code, key);
		const proof = await proofOf(channel, { identifier: 'customer-4711', ...claim });
		assert.equal(proof?.identifier, 'customer-4711', code);
	}
});

/** What the snippet declares as a constant, under its name. */
async function run<T>(code: string, key: string): Promise<T> {
	const [, name = ''] = /^const (\w+) =/m.exec(code) ?? [];
	const imports = code.replaceAll(/import (.+) from '([^']+)'/g, (_, names: string, from: string) => {
		return `const ${names} = await import('${import.meta.resolve(from)}')`;
	});
	const body = `const IDENTITY_KEY = ${JSON.stringify(key)}; ${imports}; export const value = { ${name} };`;
	const { value } = (await import(`data:text/javascript,${encodeURIComponent(body)}`)) as { value: T };
	return value;
}
