/** A website's texts in other languages, by command. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runAdmin } from '../support/runAdmin.ts';
import { createSqlite } from './sqlite.ts';

/** A database and a folder of the test's own, and a function that runs a command on it. */
async function begin(t: TestContext) {
	const { options, cleanUp } = await createSqlite();
	const folder = mkdtempSync(join(tmpdir(), 'translations-'));
	t.after(async () => {
		await cleanUp();
		rmSync(folder, { recursive: true });
	});
	const run = async (expected: number, ...args: string[]) => {
		const { code, text } = await runAdmin(options, ...args);
		assert.equal(code, expected, text);
		return text.trim();
	};
	return { folder, run };
}

test('texts are translated by a file of JSON, exported for translators, taken from their file, and copied', async (t) => {
	const { folder, run } = await begin(t);
	await run(0, 'create-channel', '--name', 'Shop', '--welcome-title', 'Hello');
	const [token = ''] = (await run(0, 'list-channels')).split('  ');
	const channel = ['--channel', token];
	const json = join(folder, 'translations.json');
	const file = join(folder, 'texts.po');
	writeFileSync(json, JSON.stringify({ pt: { welcome_title: 'Olá' } }));
	await run(0, 'set-channel', ...channel, '--translations', json);
	await run(0, 'copy-translations', ...channel, '--from', 'pt', '--to', 'pt_BR');
	await run(0, 'export-translations', ...channel, '--locale', 'pt_BR', '--file', file);
	const exported = readFileSync(file, 'utf8');
	assert.match(exported, /msgctxt "welcome_title"\nmsgid "Hello"\nmsgstr "Olá"/);
	writeFileSync(file, exported.replace('Olá', 'Oi').replace('Language: pt_BR', 'Language: pt-BR'));
	assert.equal(
		await run(0, 'import-translations', ...channel, '--file', file),
		'Translations into pt_BR that are taken: 1',
	);
	await run(0, 'export-translations', ...channel, '--locale', 'pt_BR', '--file', file);
	assert.match(readFileSync(file, 'utf8'), /msgstr "Oi"/);

	writeFileSync(json, JSON.stringify({ pt: { widget_color: '#fff' } }));
	const refused = await run(1, 'set-channel', ...channel, '--translations', json);
	assert.match(refused, /in pt, widget_color is no text that there is/);
	writeFileSync(file, 'nothing of the kind');
	assert.match(await run(1, 'import-translations', ...channel, '--file', file), /no PO file/);
	assert.match(await run(1, 'import-translations', ...channel, '--file', join(folder, 'none.po')), /--file/);
});

test('the file has the website, its campaigns and the canned responses, and each takes its own back', async (t) => {
	const { folder, run } = await begin(t);
	const tokens: string[] = [];
	for (const name of ['Shop', 'Blog']) {
		await run(0, 'create-channel', '--name', name);
		const listed = (await run(0, 'list-channels')).split('\n').map((row) => row.split('  ')[0] ?? '');
		tokens.push(listed.find((token) => !tokens.includes(token)) ?? assert.fail());
	}
	const [shop = '', blog = ''] = tokens;
	const file = join(folder, 'texts.po');
	const json = join(folder, 'translations.json');
	const page = ['--url', 'https://shop.example/'];
	await run(0, 'create-campaign', '--channel', shop, '--message', 'Need help?', ...page);
	await run(0, 'create-campaign', '--channel', blog, '--message', 'Like it?', ...page);
	writeFileSync(json, JSON.stringify({ fr: { content: 'Bonjour' } }));
	await run(
		0,
		'create-canned-response',
		'--short-code',
		'hi.all',
		'--content',
		'Hello\n"there"',
		'--translations',
		json,
	);
	await run(1, 'create-canned-response', '--short-code', 'hi.all', '--content', 'Again');
	assert.equal(await run(0, 'list-canned-responses'), 'hi.all  Hello "there"');
	const exported = async (locale: string) => {
		await run(0, 'export-translations', '--channel', shop, '--locale', locale, '--file', file);
		return readFileSync(file, 'utf8');
	};
	assert.match(await exported('fr'), /msgctxt "canned_responses.hi.all.content"[^]*msgstr "Bonjour"/);
	const empty = await exported('de');
	assert.doesNotMatch(empty, /Like it/);
	writeFileSync(
		file,
		empty
			.replace(/(msgid "Need help\?"\nmsgstr) ""/, '$1 "Hilfe?"')
			.replace(/(msgid "Hello\\n"\n"\\"there\\""\nmsgstr) ""/, '$1 "Hallo"'),
	);
	const imported = ['import-translations', '--channel', shop, '--file', file];
	assert.equal(await run(0, ...imported), 'Translations into de that are taken: 2');
	await run(0, 'copy-translations', '--channel', shop, '--from', 'de', '--to', 'nl');
	const copied = await exported('nl');
	assert.match(copied, /msgid "Need help\?"\nmsgstr "Hilfe\?"/);
	assert.match(copied, /msgctxt "canned_responses.hi.all.content"[^]*msgstr "Hallo"/);
	await run(0, 'set-canned-response', '--short-code', 'hi.all', '--new-short-code', 'hi', '--content', 'Hello');
	assert.match(await exported('fr'), /msgctxt "canned_responses.hi.content"\nmsgid "Hello"\nmsgstr "Bonjour"/);
	await run(0, 'delete-canned-response', '--short-code', 'hi');
	assert.match(await run(1, 'delete-canned-response', '--short-code', 'hi'), /There is no canned response hi/);
});
