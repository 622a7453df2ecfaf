/** What commands list, so that others can name it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAdmin } from '../../support/runAdmin.ts';
import { createSqlite } from '../sqlite.ts';

test('channels are listed with their website tokens, bots and webhooks with their addresses', async (t) => {
	const { options, cleanUp } = await createSqlite();
	t.after(cleanUp);
	const run = async (...args: string[]) => {
		const { code, text } = await runAdmin(options, ...args);
		assert.equal(code, 0, text);
		return text.trim();
	};
	for (const what of ['channels', 'bots', 'webhooks']) assert.equal(await run(`list-${what}`), `There are no ${what}.`);
	const made = await run('create-channel', '--name', 'Shop');
	const [token = '', name] = (await run('list-channels')).split('  ');
	assert.equal(name, 'Shop');
	assert.ok(made.includes(token) && token.length > 10, made);
	await run('create-bot', '--name', 'Kiln', '--url', 'https://bot.example/');
	assert.equal(await run('list-bots'), 'Kiln  https://bot.example/');
	await run('create-webhook', '--url', 'https://hook.example/');
	assert.equal(await run('list-webhooks'), '1  https://hook.example/');
});
