/**
 * A visitor, the sample bot, and a person to whom it hands over, with the commands of
 * docs/guide/bots.md.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../../src/build/root.ts';
import { freePort } from '../support/freePort.ts';
import { press } from '../support/input.ts';
import { Journey } from './journey.ts';
import { see, seeText, until } from './waiting.ts';

const run = promisify(execFile);

describe('the sample bot', () => {
	let journey: Journey;
	let bot: ChildProcess;
	before(async () => {
		journey = await Journey.start({ settings: { PRIVATE_WEBHOOKS: 'on' } });
		const port = await freePort();
		const { stdout } = await admin('create-bot', '--name', 'Kiln', '--url', `http://127.0.0.1:${port}`);
		const [, token = '', secret = ''] = /api_access_token\):\s+(\S+)[^]*:\s+(\S+)\s*$/.exec(stdout) ?? [];
		await admin('set-channel', '--channel', 'demo', '--bot', 'Kiln');
		bot = spawn(process.execPath, [join(ROOT, 'demo/bot/main.ts')], {
			env: { ...process.env, CHAT_URL: journey.proxy.origin, BOT_TOKEN: token, BOT_SECRET: secret, PORT: String(port) },
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		await once(bot.stdout ?? bot, 'data');
	});
	after(async () => {
		bot.kill();
		await journey.stop();
	});

	test('the bot offers, shows and asks, and hands over to a person, who then answers alone', async () => {
		const visitor = await journey.visitor();
		const frame = await visitor.openConversation();
		await visitor.write('Good morning');
		await press(frame, 'Plates and cups');
		await seeText(frame, 'Cobalt plate');
		await visitor.write('May the plate go into the dishwasher?');
		await seeText(frame, 'Caring for glaze and clay');
		await press(frame, 'My order');
		const field = await frame.waitForSelector('[role=log] input[name=number]');
		await field?.type('A-17');
		await press(frame, 'Send');
		await seeText(frame, 'Somebody looks up order A-17 for you.');
		await seeText(frame, 'A person will be with you in a moment.');

		const agent = await journey.agent();
		await agent.open('A person will be with you in a moment.');
		await agent.answer('Good morning, it is on its way');
		await seeText(frame, 'Good morning, it is on its way');
		const id = await journey.team.conversationWith('Good morning, it is on its way');
		const before = (await journey.team.messages(id)).length;
		await visitor.write('Thank you, person');
		await visitor.seeAllSent();
		await see(agent.page, 'the thanks', () => document.body.innerText.includes('Thank you, person'));
		// The bot has been told of the message, and of the answer before it, and stays silent.
		await until('everything told', () => journey.count('deliveries') === 0);
		assert.equal((await journey.team.messages(id)).length, before + 1);
	});

	function admin(...args: string[]) {
		return run(process.execPath, ['src/server/admin/admin.ts', ...args], {
			cwd: ROOT,
			env: { ...process.env, DATA_DIR: journey.dataDir },
		});
	}
});
