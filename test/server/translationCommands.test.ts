/** A website's texts in other languages, by command. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runAdmin } from '../support/runAdmin.ts';
import { createSqlite } from './sqlite.ts';

test('texts are translated by a file of JSON, exported for translators, taken from their file, and copied', async (t) => {
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
