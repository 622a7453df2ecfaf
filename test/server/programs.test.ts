/** The programs as people start them: what they say, refuse and do when they are told to stop. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { call, createVisitor } from './api.ts';
import { connectSocketIo } from './cableClients.ts';

type Program = 'tryOut' | 'main' | 'admin';

const KEY = 'k'.repeat(32);

describe('programs', () => {
	let dataDir: string;
	before(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	});
	after(() => rmSync(dataDir, { recursive: true }));

	const start = (program: Program, environment: Record<string, string> = {}, args: string[] = []) => {
		const file = fileURLToPath(new URL(`../../src/server/${program}.ts`, import.meta.url));
		const child = spawn(process.execPath, [file, ...args], {
			env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', ...environment },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		return { child, output: collect(child) };
	};
	/** Runs to the end. */
	const run = async (program: Program, environment?: Record<string, string>, args?: string[]) => {
		const { child, output } = start(program, environment, args);
		const [code] = (await once(child, 'close')) as [number | null];
		return { code, ...output };
	};
	const said = async (started: { child: ChildProcess; output: Output }, pattern: RegExp): Promise<RegExpExecArray> => {
		for (;;) {
			const found = pattern.exec(started.output.stdout);
			if (found) return found;
			if (started.child.exitCode !== null) throw new Error(`It ended: ${started.output.stderr}`);
			await Promise.race([once(started.child.stdout ?? started.child, 'data'), once(started.child, 'close')]);
		}
	};
	const stopped = async (child: ChildProcess, signal: NodeJS.Signals) => {
		child.kill(signal);
		const [code] = (await once(child, 'close')) as [number | null];
		return code;
	};

	const REFUSED: readonly (readonly [
		what: string,
		program: Program,
		environment: Record<string, string>,
		line: RegExp,
	])[] = [
		['a port that is no number', 'tryOut', { PORT: 'http' }, /^PORT must be .*"http"/],
		['a port beyond all ports', 'tryOut', { PORT: '70000' }, /^PORT must be between 0 and 65535/],
		[
			'a database address of another kind',
			'main',
			{ SECRET_KEY: KEY, DATABASE_URL: 'mysql://x' },
			/^DATABASE_URL must be an address/,
		],
		[
			'a database that is not there',
			'main',
			{ SECRET_KEY: KEY, DATABASE_URL: 'postgres://127.0.0.1:1/x' },
			/^The database cannot be opened: .*ECONNREFUSED/,
		],
		[
			'a Redis that is not there',
			'main',
			{ SECRET_KEY: KEY, REDIS_URL: 'redis://127.0.0.1:1' },
			/^The server cannot be started: /,
		],
		[
			'a short key',
			'main',
			{ SECRET_KEY: 'short' },
			/^SECRET_KEY must have at least 32 characters \(its value is not shown\)/,
		],
		['no key where one is demanded', 'main', {}, /^SECRET_KEY must be set/],
		[
			'rate limits that are neither on nor off',
			'main',
			{ SECRET_KEY: KEY, RATE_LIMITS: 'maybe' },
			/^RATE_LIMITS must be on or off/,
		],
		[
			'a proxy without an address',
			'main',
			{ SECRET_KEY: KEY, TRUSTED_PROXIES: '10.0.0.0/8, nginx' },
			/^TRUSTED_PROXIES must be IP addresses .*"10\.0\.0\.0\/8, nginx"/,
		],
		[
			'a network of proxies that is too large',
			'main',
			{ SECRET_KEY: KEY, TRUSTED_PROXIES: '10.0.0.0/33' },
			/^TRUSTED_PROXIES must be IP addresses/,
		],
		[
			'a mail server that is none',
			'main',
			{ SECRET_KEY: KEY, SMTP_URL: 'mail.example' },
			/^SMTP_URL must be an address/,
		],
		[
			'a call provider without its key',
			'main',
			{ SECRET_KEY: KEY, CALL_PROVIDER: 'dyte' },
			/^CALL_PROVIDER dyte needs DYTE_ORGANIZATION_ID and DYTE_API_KEY/,
		],
		['a try-out that others can reach', 'tryOut', { HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 is refused/],
		[
			'an address of another machine',
			'main',
			{ SECRET_KEY: KEY, HOST: '192.0.2.1' },
			/^HOST 192\.0\.2\.1 is no address of this machine/,
		],
	];
	for (const [what, program, environment, line] of REFUSED) {
		test(`${what} is refused in one line, with exit code 1`, async () => {
			const { code, stderr } = await run(program, environment);
			assert.equal(code, 1);
			assert.match(stderr, line);
			assert.equal(stderr.trim().split('\n').length, 1, stderr);
			assert.equal(stderr.includes(KEY), false);
		});
	}

	test('a port that is in use is said in one line, with exit code 1', async () => {
		const blocker = createServer().listen(0, '127.0.0.1');
		await once(blocker, 'listening');
		const { port } = blocker.address() as AddressInfo;
		const { code, stderr } = await run('tryOut', { PORT: String(port) });
		assert.deepEqual(
			[code, stderr],
			[1, `Port ${port} is in use on 127.0.0.1: stop what uses it, or choose another with PORT\n`],
		);
		blocker.close();
	});

	test('campaigns are made, listed, changed and deleted by the admin program, and a bad one is refused by name', async () => {
		const folder = { DATA_DIR: mkdtempSync(join(tmpdir(), 'live-chat-test-')) };
		const admin = (...args: string[]) => run('admin', folder, args);
		const { stdout } = await admin('create-channel', '--name', 'Shop');
		const channel = /website-token="([^"]+)"/.exec(stdout)?.[1] ?? '';
		await admin('create-agent', '--name', 'Ada', '--email', 'ada@shop.example');
		const create = (url: string, ...more: string[]) =>
			admin('create-campaign', '--channel', channel, '--message', 'Need a **hand**?', '--url', url, ...more);
		const created = await create('https://shop.example/pricing', '--seconds', '5', '--sender', 'ada@shop.example');
		assert.equal(created.stdout, 'Campaign 1 "Need a hand?": on https://shop.example/pricing after 5 s\n');
		const changed = await admin('set-campaign', '--campaign', '1', '--enabled', 'off', '--business-hours', 'on');
		assert.match(changed.stdout, /after 5 s, only during business hours, disabled$/m);
		assert.equal((await admin('list-campaigns')).stdout, changed.stdout.replace('Campaign ', ''));
		for (const [what, line] of [
			[create('shop.example'), /^--url must start with http/],
			[create('https://shop.example/a+b'), /^--url is no URL pattern/],
			[create('https://shop.example', '--seconds', 'soon'), /^--seconds must be a whole number/],
			[create('https://shop.example', '--sender', 'eve@shop.example'), /^There is no agent eve@shop.example/],
			[admin('delete-campaign', '--campaign', '7'), /^There is no campaign 7/],
		] as const) {
			const { code, stderr } = await what;
			assert.equal(code, 1);
			assert.match(stderr, line);
		}
		await admin('delete-campaign', '--campaign', '1');
		assert.equal((await admin('list-campaigns')).stdout, 'There are no campaigns.\n');
		rmSync(folder.DATA_DIR, { recursive: true });
	});

	test('labels are made, listed and deleted by the admin program', async () => {
		const folder = { DATA_DIR: mkdtempSync(join(tmpdir(), 'live-chat-test-')) };
		const admin = (...args: string[]) => run('admin', folder, args);
		await admin('create-channel', '--name', 'Shop');
		assert.equal((await admin('list-labels')).stdout, 'There are no labels.\n');
		for (const name of ['VIP', 'refund']) assert.equal((await admin('create-label', '--name', name)).code, 0);
		assert.equal((await admin('list-labels')).stdout, 'refund\nvip\n');
		for (const [what, line] of [
			[admin('create-label', '--name', 'vip'), /^There is a label vip already/],
			[admin('create-label', '--name', 'a b'), /^--name may have letters/],
			[admin('delete-label', '--name', 'nothing'), /^There is no label nothing/],
		] as const) {
			const { code, stderr } = await what;
			assert.equal(code, 1);
			assert.match(stderr, line);
		}
		await admin('delete-label', '--name', 'vip');
		assert.equal((await admin('list-labels')).stdout, 'refund\n');
		rmSync(folder.DATA_DIR, { recursive: true });
	});

	test('the try-out prints its addresses and a link that logs in exactly once', async () => {
		const started = start('tryOut');
		const [, origin = '', fragment = ''] = await said(started, /Agent desk\s+(\S+)\/desk#(\S+)/);
		await said(started, /API reference\s+\S+\/api\/docs/);
		assert.equal((await call(origin, '/')).status, 200);
		const link = new URLSearchParams(fragment);
		const body = { email: link.get('email'), sso_auth_token: link.get('login') };
		const entered = await Promise.all([
			call(origin, '/auth/sign_in', { body }),
			call(origin, '/auth/sign_in', { body }),
		]);
		assert.deepEqual(
			entered.map(({ status }) => status).toSorted((a, b) => a - b),
			[200, 401],
		);
		assert.equal((await call(origin, '/auth/sign_in', { body })).status, 401);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
	});

	test('the key is made once, kept for its owner only, and knows its visitors after a restart', async () => {
		const first = start('tryOut');
		const [, origin = ''] = await said(first, /Demo page\s+(\S+)\/\n/);
		const visitor = await createVisitor(origin);
		await visitor.write('Remember me');
		assert.equal(await stopped(first.child, 'SIGINT'), 0);
		assert.equal(statSync(join(dataDir, 'secret-key')).mode & 0o777, 0o600);
		assert.ok(readFileSync(join(dataDir, 'secret-key'), 'utf8').length >= 32);
		const second = start('tryOut');
		const [, again = ''] = await said(second, /Demo page\s+(\S+)\/\n/);
		const returned = await createVisitor(again, visitor.authToken);
		assert.deepEqual(
			(await returned.messages()).map(({ content }) => content),
			['Remember me'],
		);
		assert.equal(await stopped(second.child, 'SIGTERM'), 0);
	});

	test('the server starts empty, says how to begin, and knows what the admin script then makes', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const started = start('main', environment);
		await said(started, /npm run admin -- create-agent/);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		assert.equal((await call(origin, '/widget/channel.json?website_token=demo')).status, 404);
		assert.equal((await call(origin, '/')).status, 302);

		const agent = await run('admin', environment, ['create-agent', '--name', 'Ada Lee', '--email', 'Ada@site.example']);
		assert.equal(agent.code, 0, agent.stderr);
		const [, fragment = ''] = /\/desk#(\S+)/.exec(agent.stdout) ?? [];
		const link = new URLSearchParams(fragment);
		const entered = await call(origin, '/auth/sign_in', {
			body: { email: link.get('email'), sso_auth_token: link.get('login') },
		});
		assert.equal(entered.status, 200);

		const channel = await run('admin', environment, [
			'create-channel',
			'--name',
			'My site',
			'--allowed-domain',
			'https://my.example',
		]);
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(channel.stdout) ?? [];
		const visitor = await createVisitor(origin, undefined, websiteToken);
		await visitor.write('Hello');
		const bot = await run('admin', environment, ['create-bot', '--name', 'Kiln']);
		assert.match(bot.stdout, /set-channel --channel <website token> --bot "Kiln"/);
		const settings = ['--csat', 'on', '--feature', 'emoji_picker', '--file-size', '1.5', '--file-type', 'image/*'];
		const changed = await run('admin', environment, [
			'set-channel',
			'--channel',
			websiteToken,
			'--bot',
			'Kiln',
			'--messages-after-resolved',
			'off',
			...settings,
		]);
		assert.deepEqual([changed.code, changed.stdout], [0, 'Channel My site is changed.\n'], changed.stderr);
		const { website_channel_config: config } = (
			await call<{ website_channel_config: Record<string, unknown> }>(
				origin,
				`/api/v1/widget/config?website_token=${websiteToken}`,
				{ method: 'POST' },
			)
		).body;
		assert.deepEqual(
			[config['csat_survey_enabled'], config['allow_messages_after_resolved'], config['enabled_features']],
			[true, false, ['emoji_picker']],
		);
		const another = await run('admin', environment, ['login-link', '--email', 'ada@site.example']);
		assert.match(another.stdout, /\/desk#login=/);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test('the admin script refuses in one line what it cannot use', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const refused = async (...args: string[]) => {
			const { code, stderr } = await run('admin', { DATA_DIR: own }, args);
			assert.equal(code, 1);
			return stderr;
		};
		assert.match(await refused(), /create-agent[^]*create-channel[^]*login-link/);
		assert.match(await refused('create-agent', '--email', 'a@b.example'), /^--name is needed\n$/);
		assert.match(await refused('create-agent', '--name', 'A', '--email', 'x'), /^--email is no address\n$/);
		assert.match(
			await refused('create-agent', '--name', 'A', '--email', 'a@b.example', '--role', 'king'),
			/^--role must be agent or administrator\n$/,
		);
		assert.match(
			await refused('create-channel', '--name', 'A', '--allowed-domain', "x; script-src 'none'"),
			/^--allowed-domain.* is no domain\n$/,
		);
		assert.match(
			await refused('set-channel', '--channel', 'none', '--csat', 'on'),
			/^There is no channel with the website token none\n$/,
		);
		assert.match(await refused('set-channel', '--channel', 'x', '--csat', 'maybe'), /^--csat must be on or off\n$/);
		assert.match(
			await refused('set-channel', '--channel', 'x', '--file-size', '41'),
			/^--file-size must be at most 40\n$/,
		);
		assert.match(
			await refused('set-channel', '--channel', 'x', '--file-type', 'cats'),
			/^--file-type is no MIME type\n$/,
		);
		assert.match(await refused('login-link', '--email', 'nobody@b.example'), /^There is no agent nobody@b.example\n$/);
		rmSync(own, { recursive: true });
	});

	test('whatever a channel shows can be changed by the script, and back', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const created = await run('admin', environment, ['create-channel', '--name', 'My site']);
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(created.stdout) ?? [];
		const key = await run('admin', environment, ['identity-key', '--channel', websiteToken]);
		assert.match(key.stdout, /HMAC-SHA256[^]*\n {2}[\w-]{20,}\n$/);
		const started = start('main', environment);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		const set = async (...options: string[]) => {
			const { stderr } = await run('admin', environment, ['set-channel', '--channel', websiteToken, ...options]);
			const { body } = await call(origin, `/widget/channel.json?website_token=${websiteToken}`);
			return stderr || body;
		};
		const look = { website_name: 'Yours', widget_color: '#2f5d62', launcher_title: 'Ask us', locale: 'de' };
		const names = ['--name', 'Yours', '--color', '#2f5d62', '--launcher-title', 'Ask us', '--locale', 'de'];
		assert.deepEqual(await set(...names), { ...look, avatar_url: '', has_campaigns: false, inbox_id: 1 });
		const back = await set('--launcher-title', 'none', '--avatar', 'https://shop.example/logo.png');
		assert.deepEqual(back, {
			...look,
			launcher_title: null,
			avatar_url: 'https://shop.example/logo.png',
			has_campaigns: false,
			inbox_id: 1,
		});
		assert.match(String(await set('--color', 'red; }')), /^--color is no colour such as #2f5d62\n$/);
		assert.match(String(await set('--avatar', 'javascript:alert(1)')), /^--avatar is no address\n$/);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test('logs are structured and hold no secrets', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const channel = await run('admin', environment, ['create-channel', '--name', 'My site']);
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(channel.stdout) ?? [];
		const started = start('main', environment);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		const visitor = await createVisitor(origin, undefined, websiteToken);
		await visitor.write('A secret word');
		await call(origin, `/widget?website_token=${websiteToken}&cw_conversation=${visitor.authToken}`);
		await call(origin, '/api/v1/profile', { headers: { api_access_token: 'an-access-token' } });
		await call(origin, '/files/the-key-of-a-file/cat.png');
		await call(origin, '/public/api/v1/csat_survey/the-key-of-a-survey');
		await said(started, /"path":"\/api\/v1\/profile"/);
		await said(started, /"path":"\/public\/api\/v1\/csat_survey\/…"/);
		for (const secret of [
			visitor.authToken,
			visitor.pubsubToken,
			'A secret word',
			'an-access-token',
			'cw_conversation',
			'the-key-of',
			KEY,
		]) {
			assert.equal(started.output.stdout.includes(secret), false, secret);
		}
		for (const line of started.output.stdout
			.trim()
			.split('\n')
			.filter((text) => text.startsWith('{')))
			JSON.parse(line);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test('a second signal ends it at once, whatever is still going on', async () => {
		const started = start('tryOut');
		const [, origin = ''] = await said(started, /Demo page\s+(\S+)\/\n/);
		const port = Number(new URL(origin).port);
		const slow = connect(port, '127.0.0.1');
		slow.on('error', () => undefined);
		slow.write(
			'POST /auth/sign_in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
		);
		// The request has been seen once a later one is answered.
		await call(origin, '/healthz');
		started.child.kill('SIGTERM');
		while (
			await fetch(`${origin}/healthz`).then(
				() => true,
				() => false,
			)
		);
		assert.equal(await stopped(started.child, 'SIGTERM'), 1);
		slow.destroy();
	});

	test('told to stop, it lets go of open connections and ends at once', async () => {
		const started = start('tryOut');
		const [, origin = ''] = await said(started, /Demo page\s+(\S+)\/\n/);
		const visitor = await createVisitor(origin);
		const ears = await connectSocketIo(origin, { pubsub_token: visitor.pubsubToken });
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		ears.close();
	});
});

interface Output {
	stdout: string;
	stderr: string;
}

function collect(child: ChildProcess): Output {
	const output = { stdout: '', stderr: '' };
	child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	return output;
}
