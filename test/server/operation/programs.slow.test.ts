/**
 * The programs as people start them: their output, their refusals, and what they do when they are
 * stopped.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import type { GlobalConfig, PreChatFormOptions } from '#protocol/entities/channel.ts';
import { MINUTE } from '#protocol/base/duration.ts';
import type { Agent, TeamConversation } from '#protocol/entities/entities.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { createPasswordHasher } from '../../../src/server/base/passwordHash.ts';
import { createPortal } from '../../../src/server/domain/helpCentre/editPortal.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { ROOT } from '../../../src/build/root.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import { beginConversation, call, createAgent, createVisitor } from '../api.ts';
import { programFile } from '../../support/programs.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';

/**
 * `mainSource` and `adminSource` are the same as `main` and `admin`, and take five times as long to
 * start.
 */
const PROGRAMS = {
	tryOut: programFile('src/server/demo/tryOut.ts'),
	main: programFile('src/server/main.ts'),
	mainSource: `${ROOT}/src/server/main.ts`,
	admin: programFile('src/server/admin/admin.ts'),
	adminSource: `${ROOT}/src/server/admin/admin.ts`,
};
type Program = keyof typeof PROGRAMS;

const { PATH, NODE_COMPILE_CACHE } = process.env;
const KEY = 'k'.repeat(32);
const GUIDE = new URL('../../../docs/guide/channel.md', import.meta.url);

describe('programs', () => {
	let dataDir: string;
	/**
	 * Where servers find the build kept already, which otherwise each would copy: half of the
	 * processor time of its start.
	 */
	let builds: string;
	before(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		builds = mkdtempSync(join(tmpdir(), 'live-chat-builds-'));
	});
	after(() => {
		rmSync(dataDir, { recursive: true });
		rmSync(builds, { recursive: true });
	});

	const start = (program: Program, environment: Record<string, string> = {}, args: string[] = []) => {
		const kept = join(environment['DATA_DIR'] ?? dataDir, 'builds');
		if (program === 'main' && !existsSync(kept)) symlinkSync(builds, kept);
		const child = spawn(process.execPath, [PROGRAMS[program], ...args], {
			env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: '0', ...environment },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		return { child, output: collect(child) };
	};
	/** Runs a program to its end. */
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
		[
			'no key where several processes need the same',
			'main',
			{ REDIS_URL: 'redis://127.0.0.1:1' },
			/^SECRET_KEY must be set/,
		],
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

	test('a port in use is reported in one line, with exit code 1', async () => {
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
			[create(`https://shop.example/${'x'.repeat(2_000)}`), /^--url is too long/],
			[create('https://shop.example', '--title', ' '), /^--title is needed/],
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

	test('a password is set by the admin program from standard input, and a bad one is refused in words', async () => {
		const folder = { DATA_DIR: mkdtempSync(join(tmpdir(), 'live-chat-test-')) };
		await run('admin', folder, ['create-agent', '--name', 'Ada', '--email', 'ada@shop.example']);
		const setPassword = async (typed: string, email = 'ada@shop.example') => {
			const child = spawn(process.execPath, [PROGRAMS.admin, 'set-password', '--email', email], {
				env: { PATH, NODE_COMPILE_CACHE, ...folder },
			});
			const output = collect(child);
			child.stdin.end(typed);
			const [code] = (await once(child, 'close')) as [number | null];
			return { code, ...output };
		};
		const set = await setPassword('quiet lamp over seven rivers\nand what follows\n');
		assert.deepEqual(
			[set.stdout, set.stderr, set.code],
			['Agent Ada can sign in with this password, and is signed out everywhere.\n', '', 0],
		);
		const store = await openStore({ dataDir: folder.DATA_DIR });
		const ada = await store.users.findByEmail('ada@shop.example');
		const hash = await store.passwords.findHash(ada?.id ?? 0);
		await store.close();
		assert.ok(await createPasswordHasher().verify('quiet lamp over seven rivers', hash));
		for (const [typed, line] of [
			['', /^A password has at least 15 characters/],
			['password12345678\n', /^This password is easy to guess/],
		] as const) {
			const { code, stderr } = await setPassword(typed);
			assert.equal(code, 1);
			assert.match(stderr, line);
		}
		assert.match((await setPassword('x', 'eve@shop.example')).stderr, /^There is no agent eve@shop.example/);
		rmSync(folder.DATA_DIR, { recursive: true });
	});

	test('the admin program lists given-up deliveries and makes them again', async () => {
		const folder = { DATA_DIR: mkdtempSync(join(tmpdir(), 'live-chat-test-')) };
		const admin = (...args: string[]) => run('admin', folder, args);
		await admin('create-channel', '--name', 'Shop');
		assert.equal((await admin('list-given-up')).stdout, 'Nothing was given up in the last 30 days.\n');
		const store = await openStore({ dataDir: folder.DATA_DIR });
		await store.deliveries.insert({
			receiver_type: 'webhook',
			receiver_id: 3,
			conversation_id: null,
			contact_inbox_id: 1,
			event: 'webwidget_triggered',
			payload: '{}',
		});
		assert.match((await admin('list-deliveries')).stdout, /^webhook 3  taking  1 waiting, the oldest since 20/);
		const [due = assert.fail()] = await store.deliveries.listDue(Date.now(), [], 1);
		await store.deliveries.giveUp(due, 'status 410', Date.parse('2026-01-05T09:30:00Z'));
		assert.equal((await admin('list-deliveries')).stdout, 'Nothing waits.\n');
		const listed = await admin('list-given-up');
		assert.match(listed.stdout, /^1  2026-01-05T09:30:00\.000Z  webwidget_triggered for webhook 3: status 410$/m);
		for (const [id, line] of [
			['7', /^There is no delivery 7 that was given up/],
			['seven', /^--id must be all or the number of a delivery/],
		] as const) {
			const { code, stderr } = await admin('redeliver', '--id', id);
			assert.equal(code, 1);
			assert.match(stderr, line);
		}
		assert.match((await admin('redeliver', '--id', '1')).stdout, /^1 delivery goes again/);
		assert.match((await admin('redeliver', '--id', 'all')).stdout, /^0 deliveries go again/);
		assert.equal((await store.deliveries.listDue(Date.now(), [], 10)).length, 1);
		await store.close();
		rmSync(folder.DATA_DIR, { recursive: true });
	});

	test('the server keeps what browsers load of its build, and serves what former builds have left for thirty days', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const kept = join(folder, 'builds/packs/js');
		mkdirSync(kept, { recursive: true });
		for (const name of ['former-1.js', 'old-1.js']) writeFileSync(join(kept, name), `export const name = '${name}';`);
		const longAgo = Date.now() / 1000 - 31 * 86_400;
		utimesSync(join(kept, 'old-1.js'), longAgo, longAgo);
		const serving = start('main', { DATA_DIR: folder, SECRET_KEY: KEY });
		const [, origin = ''] = await said(serving, /(http:\S+)\/desk#setup=/);
		const answer = await fetch(`${origin}/packs/js/former-1.js`);
		assert.equal(await answer.text(), "export const name = 'former-1.js';");
		assert.deepEqual(
			['cache-control', 'access-control-allow-origin'].map((name) => answer.headers.get(name)),
			['public, max-age=31536000, immutable', '*'],
		);
		await until('the old one is deleted', () => !existsSync(join(kept, 'old-1.js')));
		for (const path of ['former-2.js', '..%2f..%2f..%2fsecret-key', '../../live-chat.sqlite'])
			assert.equal(Math.floor((await fetch(`${origin}/packs/js/${path}`)).status / 100), 4, path);
		assert.equal(await stopped(serving.child, 'SIGTERM'), 0);
		const built = readdirSync(`${ROOT}/dist/public/packs/js`);
		assert.deepEqual(new Set(readdirSync(kept)), new Set([...built, 'former-1.js']));
		rmSync(folder, { recursive: true });
	});

	test('a visitor is blocked by the admin program, and unblocked', async () => {
		const server = await startServer();
		const admin = (command: string, conversation: number) =>
			run('admin', { DATA_DIR: server.dataDir }, [command, '--conversation', String(conversation)]);
		const visitor = await createVisitor(server.origin);
		const agent = createAgent(server.origin, server.agentToken);
		const displayId = await beginConversation(visitor);
		const writeAfterEnd = async () => {
			await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			await visitor.write('Hello again');
			const { status, muted } = await agent.conversation(displayId);
			return { status, muted };
		};
		assert.equal((await admin('block-visitor', displayId)).code, 0);
		assert.deepEqual(await writeAfterEnd(), { status: 'resolved', muted: true });
		assert.equal((await admin('unblock-visitor', displayId)).code, 0);
		assert.deepEqual(await writeAfterEnd(), { status: 'open', muted: false });
		assert.match((await admin('block-visitor', 99)).stderr, /^There is no conversation 99/);
		await server.stop();
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

	test('the admin program refuses a database of another version in one line, and leaves it as it is', async () => {
		const folder = { DATA_DIR: mkdtempSync(join(tmpdir(), 'live-chat-test-')) };
		const admin = (...args: string[]) => run('admin', folder, args);
		assert.equal((await admin('create-label', '--name', 'VIP')).code, 0, 'a new database is set up');
		const file = new Database(join(folder.DATA_DIR, 'live-chat.sqlite'));
		const applied = () => file.prepare('select name from kysely_migration order by name').pluck().all();
		const refused = async (line: string) => {
			const before = applied();
			const { code, stderr } = await admin('list-labels');
			assert.deepEqual([code, stderr], [1, `The database cannot be opened: ${line}\n`]);
			assert.deepEqual(applied(), before);
		};
		file.exec(`insert into kysely_migration values ('9999_later', '2030-01-01T00:00:00.000Z')`);
		await refused('It was made by a newer version of this program (9999_later): start that, or restore a backup');
		file.exec(`delete from kysely_migration where name = '9999_later'`);
		assert.equal((await admin('list-labels')).stdout, 'vip\n');
		file.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)');
		await refused('It was made by an older version of this program: start the server, which brings it up to date');
		file.close();
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

	test('the secret key is created once, readable by its owner only, and tokens stay valid after a restart', async () => {
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

	test('a server without a key creates one that a second process finds, and tokens stay valid after a restart', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own };
		const created = await run('admin', environment, ['create-channel', '--name', 'My site']);
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(created.stdout) ?? [];
		const both = [start('main', environment), start('main', environment)];
		const origins = await Promise.all(
			both.map(async (started) => (await said(started, /listening at (http:\/\/[\d.]+:\d+)/))[1] ?? ''),
		);
		const visitor = await createVisitor(origins[0] ?? '', undefined, websiteToken);
		await visitor.write('Remember me');
		const wordsAt = async (origin = '') =>
			(await (await createVisitor(origin, visitor.authToken, websiteToken)).messages()).map(({ content }) => content);
		assert.deepEqual(await wordsAt(origins[1]), ['Remember me']);
		assert.equal(statSync(join(own, 'secret-key')).mode & 0o777, 0o600);
		for (const { child } of both) assert.equal(await stopped(child, 'SIGTERM'), 0);
		const again = start('main', environment);
		const [, origin] = await said(again, /listening at (http:\/\/[\d.]+:\d+)/);
		assert.deepEqual(await wordsAt(origin), ['Remember me']);
		assert.equal(await stopped(again.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test("the demo's link to the desk signs in from its own pages, on this machine only", async () => {
		const started = start('tryOut');
		const [, origin = ''] = await said(started, /Demo page\s+(\S+)\/\n/);
		const follow = async (headers: Record<string, string>) => {
			const { port } = new URL(origin);
			const socket = connect(Number(port), '127.0.0.1');
			const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers });
			socket.write(`GET /demo-desk HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
			let answer = '';
			for await (const chunk of socket) answer += String(chunk);
			return /^location: (\S+)/im.exec(answer)?.[1] ?? '';
		};
		for (const elsewhere of [
			{},
			{ 'Sec-Fetch-Site': 'cross-site' },
			{ 'Sec-Fetch-Site': 'same-site' },
			{ 'Sec-Fetch-Site': 'none' },
			{ 'Sec-Fetch-Site': 'same-origin', Host: 'evil.example' },
		]) {
			assert.equal(await follow(elsewhere), '/desk', JSON.stringify(elsewhere));
		}
		const own = await follow({ 'Sec-Fetch-Site': 'same-origin' });
		const link = new URLSearchParams(new URL(own, origin).hash.slice(1));
		const body = { email: link.get('email'), sso_auth_token: link.get('login') };
		assert.equal((await call(origin, '/auth/sign_in', { body })).status, 200);
		assert.equal((await call(origin, '/auth/sign_in', { body })).status, 401);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);

		const real = start('main', { SECRET_KEY: KEY });
		const [, address = ''] = await said(real, /listening at (http:\/\/[\d.]+:\d+)/);
		assert.equal((await fetch(`${address}/demo-desk`, { redirect: 'manual' })).status, 404);
		assert.equal(await stopped(real.child, 'SIGTERM'), 0);
	});

	test("a translation's file with the original's name does not replace the original", async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const admin = (...args: string[]) => run('admin', { DATA_DIR: own }, args);
		await admin('create-agent', '--name', 'Ada Lee', '--email', 'ada@site.example');
		await admin('set-portal', '--portal', 'help', '--locales', 'en,de');
		const file = join(own, 'returns.md');
		const setArticle = (locale: string | undefined, head: string) => {
			writeFileSync(file, `---\n${head}\n---\nText\n`);
			const inLocale = locale === undefined ? [] : ['--locale', locale];
			return admin('set-article', '--portal', 'help', '--file', file, ...inLocale);
		};
		assert.equal((await setArticle('en', 'title: "Returns: how"\ndescription: 2026 # until then')).code, 0);
		assert.equal((await setArticle('en', 'title: Returns')).code, 0);
		const refused = await setArticle('de', 'title: Rückgabe\ntranslates: returns');
		assert.deepEqual([refused.code, refused.stdout], [1, '']);
		assert.match(refused.stderr, /^Article returns exists in en: .*"slug: returns-de"/);
		const unsaid = await setArticle(undefined, 'title: Rückgabe\ntranslates: returns\nslug: returns-de');
		assert.deepEqual([unsaid.code, unsaid.stdout], [1, '']);
		assert.match(unsaid.stderr, /^Article returns is in en itself: say with --locale /);
		assert.equal((await setArticle('de', 'title: Rückgabe\ntranslates: returns\nslug: returns-de')).code, 0);
		const published = await admin('publish-article', '--portal', 'help', '--article', 'returns');
		assert.match(published.stdout, /^Article "Returns" is published/);
		rmSync(own, { recursive: true });
	});

	test('an invalid article is refused in one line, and stores nothing', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const admin = (...args: string[]) => run('admin', { DATA_DIR: own }, args);
		await admin('create-agent', '--name', 'Ada Lee', '--email', 'ada@site.example');
		await admin('set-portal', '--portal', 'help', '--locales', 'en,de');
		const file = join(own, 'returns.md');
		for (const [text, locale, line] of [
			['Text', 'en', /returns\.md: must begin with lines such as/],
			['---\nReturns\n---\nText', 'en', /returns\.md: must begin with lines such as/],
			['---\n- title: Returns\n---\nText', 'en', /returns\.md: must begin with lines such as/],
			['---\ntitle: Returns: how\n---\nText', 'en', /returns\.md: .* at line 1, column 8/],
			['---\ntitle: [Returns]\n---\nText', 'en', /returns\.md: title /],
			['---\ntitle: Returns\n---\n', 'en', /returns\.md: content is needed/],
			['---\ntitle: Returns\ncolour: red\n---\nText', 'en', /returns\.md: colour /],
			['---\ntitle: Returns\ncategory: "?"\n---\nText', 'en', /returns\.md: category has no letter and no digit/],
			[`---\ntitle: Returns\n---\n${'_a_'.repeat(2_000)}`, 'en', /^The article has a paragraph that is too intricate/],
			['---\ntitle: Returns\ntranslates: nothing\n---\nText', 'en', /^There is no article nothing that it could/],
			['---\ntitle: Returns\ncategory: Orders\n---\nText', 'fr', /^Portal help has no articles in fr: see set-portal/],
		] as const) {
			writeFileSync(file, text);
			const { code, stderr } = await admin('set-article', '--portal', 'help', '--file', file, '--locale', locale);
			assert.equal(code, 1, text);
			assert.match(stderr, line);
			assert.equal(stderr.trim().split('\n').length, 1, stderr);
		}
		const published = await admin('publish-article', '--portal', 'help', '--article', 'returns');
		assert.match(published.stderr, /^Portal help has no article returns/);
		rmSync(own, { recursive: true });
	});

	test('commands change the help centre of their own account only', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const admin = (...args: string[]) => run('admin', { DATA_DIR: own }, args);
		await admin('create-agent', '--name', 'Ada Lee', '--email', 'ada@site.example');
		const store = await openStore({ dataDir: own });
		const elsewhere = await store.accounts.insert('Elsewhere');
		await createChannel(store, { accountId: elsewhere.id, settings: { name: 'Elsewhere' }, websiteToken: 'theirs' });
		const theirs = await createPortal(store, { account_id: elsewhere.id, slug: 'theirs', name: 'Theirs' });
		for (const [what, line] of [
			[['set-portal', '--portal', 'theirs', '--name', 'Ours'], /^The name theirs is taken/],
			[['set-portal', '--portal', 'help', '--channel', 'theirs'], /belongs to another account$/m],
			[['set-article', '--portal', 'theirs', '--file', 'none.md'], /^There is no portal theirs/],
			[['publish-article', '--portal', 'theirs', '--article', 'a'], /^There is no portal theirs/],
		] as const) {
			const { code, stderr } = await admin(...what);
			assert.equal(code, 1, what.join(' '));
			assert.match(stderr, line);
		}
		assert.deepEqual(await store.portals.findBySlug('theirs'), theirs);
		assert.equal(await store.portals.findBySlug('help'), undefined);
		// Like a form of the API that leaves the field empty.
		await admin('set-portal', '--portal', 'help', '--title', '');
		assert.equal((await store.portals.findBySlug('help'))?.page_title, null);
		await store.close();
		rmSync(own, { recursive: true });
	});

	test('a command adds a person of another account, and says what that ends', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const create = (...more: string[]) =>
			run('admin', { DATA_DIR: own }, ['create-agent', '--name', 'Ada', '--email', 'ada@site.example', ...more]);
		assert.doesNotMatch((await create()).stdout, /another account/);
		const store = await openStore({ dataDir: own });
		const { id } = await store.accounts.insert('Elsewhere');
		const added = await create('--account', String(id), '--role', 'administrator');
		assert.match(added.stdout, /\/desk#login=.*\nThey are in another account too: .* have ended\.\n$/);
		const user = (await store.users.findByEmail('ada@site.example')) ?? assert.fail();
		assert.deepEqual(
			(await store.users.listAccounts(user.id)).map((account) => [account.id, account.role]),
			[
				[1, 'administrator'],
				[id, 'administrator'],
			],
		);
		assert.match((await create('--account', '99')).stderr, /^There is no account 99$/m);
		await store.close();
		rmSync(own, { recursive: true });
	});

	test('the desk of a new demo opens with conversations, which a later start does not repeat', async () => {
		const folder = { DATA_DIR: mkdtempSync(join(tmpdir(), 'live-chat-test-')), AGENT_TOKEN: 'a-demo-token' };
		const startDemo = async () => {
			const { child, output } = start('tryOut', folder);
			const [, origin = ''] = await said({ child, output }, /Demo page\s+(\S+)\/\n/);
			const agent = createAgent(origin, folder.AGENT_TOKEN);
			const { body } = await agent.call<{ data: { payload: TeamConversation[] } }>('conversations?status=all');
			const conversations = body.data.payload;
			const messages = await Promise.all(conversations.map(({ id }) => agent.messages(id)));
			assert.equal(await stopped(child, 'SIGTERM'), 0);
			return { conversations, messages: messages.flat() };
		};
		const { conversations, messages } = await startDemo();
		assert.ok(conversations.length > 3);
		assert.equal(new Set(conversations.map(({ meta }) => meta.sender.name)).size, conversations.length);
		assert.deepEqual(
			conversations.map(({ unread_count }) => unread_count > 0),
			conversations.map((_, place) => place === 0),
		);
		assert.equal(conversations.filter(({ status }) => status === 'resolved').length, 1);
		assert.ok(conversations.some(({ labels }) => labels.length > 0));
		assert.ok(messages.some(({ attachments }) => attachments?.[0]?.file_type === 'image'));
		assert.ok(messages.some((message) => message.private));
		const rating = messages.find(({ content_type }) => content_type === 'input_csat');
		assert.ok(rating?.content_attributes['submitted_values']);
		// They have not all happened at this moment.
		const times = messages.map(({ created_at }) => created_at);
		assert.ok(Math.max(...times) * 1_000 < Date.now() - 10 * MINUTE);
		assert.ok(new Set(times).size > conversations.length);
		assert.equal((await startDemo()).conversations.length, conversations.length);
		rmSync(folder.DATA_DIR, { recursive: true });
	});

	test('the demo’s websites have names of their own, and someone to answer', async () => {
		const started = start('tryOut', { AGENT_TOKEN: 'a-demo-token' });
		const [, origin = ''] = await said(started, /Demo page\s+(\S+)\/\n/);
		const headers = { api_access_token: 'a-demo-token' };
		const { body } = await call<{ payload: TeamInbox[] }>(origin, '/api/v1/accounts/1/inboxes', { headers });
		const names = body.payload.map(({ name }) => name);
		assert.equal(new Set(names).size, names.length, names.join());
		const shop = body.payload.find(({ website_token }) => website_token === 'demo');
		assert.deepEqual([shop?.widget_color, shop?.working_hours_enabled], ['#2f5d62', true]);
		assert.ok(shop?.working_hours.every((day) => day.open_all_day));
		const pages = readFileSync(new URL('../../../demo/pages.js', import.meta.url), 'utf8').matchAll(/'(\/\w+\.html)'/g);
		for (const [, page = ''] of pages) assert.equal((await fetch(origin + page)).status, 200, page);
		for (const [locale, title] of [
			['en', 'Shipping and delivery'],
			['de', 'Versand und Lieferung'],
		] as const) {
			const articles = await call<{ payload: { title: string }[] }>(origin, `/hc/help/${locale}/articles.json`);
			assert.equal(articles.body.payload.length, 6, locale);
			assert.ok(articles.body.payload.some((article) => article.title === title));
		}
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
	});

	test('the server starts empty, prints how to begin, and sees at once what the admin program creates', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const started = start('mainSource', environment);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		await said(started, /\/desk#setup=[\w-]+/);
		assert.equal((await call(origin, '/widget/channel.json?website_token=demo')).status, 404);
		assert.equal((await call(origin, '/')).status, 302);

		const agent = await run('adminSource', environment, [
			'create-agent',
			'--name',
			'Ada Lee',
			'--email',
			'Ada@site.example',
		]);
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
		const admin = (...args: string[]) => run('admin', environment, args);
		const bot = await admin('create-bot', '--name', 'Kiln');
		assert.match(bot.stdout, /set-bot --name "Kiln" --url/);
		const early = await admin('set-channel', '--channel', websiteToken, '--bot', 'Kiln');
		assert.deepEqual([early.code, early.stdout], [1, '']);
		assert.match(early.stderr, /^Bot Kiln has no address .*: set-bot --name "Kiln" --url/);
		assert.equal((await admin('set-bot', '--name', 'Kiln', '--url', 'https://bot.example/')).code, 0);
		const secretFile = join(own, 'private.pem');
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		writeFileSync(secretFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
		const secret = await admin('set-channel', '--channel', websiteToken, '--identity-public-key', secretFile);
		assert.equal(secret.code, 1);
		assert.match(secret.stderr, /^--identity-public-key: .*private\.pem has a private key, /);
		const looks = join(own, 'looks.css');
		writeFileSync(looks, '--lcw-radius: 8px;\n--lcw-color: url(https://evil.example);\n');
		const wrong = await admin('set-channel', '--channel', websiteToken, '--custom-properties', looks);
		assert.equal(wrong.code, 1);
		assert.match(wrong.stderr, /^--custom-properties: .*looks\.css: they are wrong in line 2 \(--lcw-color: url/);
		writeFileSync(looks, '--lcw-radius: 8px;\n');
		const settings = [
			'--custom-properties',
			looks,
			'--font-origin',
			'https://fonts.example',
			'--csat',
			'on',
			'--feature',
			'emoji_picker',
			'--file-size',
			'1.5',
			'--file-type',
			'image/*',
			'--mask',
			'cards',
		];
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
		await admin('create-bot', '--name', 'Glaze', '--url', 'https://glaze.example/');
		const give = async (name: string) => (await admin('set-channel', '--channel', websiteToken, '--bot', name)).stdout;
		assert.equal(await give('Glaze'), 'Channel My site is changed. The bot Kiln no longer answers there.\n');
		assert.equal(await give('Glaze'), 'Channel My site is changed.\n');
		assert.equal(await give('Kiln'), 'Channel My site is changed. The bot Glaze no longer answers there.\n');
		const captchaFile = join(own, 'captcha.txt');
		writeFileSync(captchaFile, 'secret-of-the-website\n');
		const keys = ['--captcha-site-key', '0x4AAAAAAA', '--captcha-secret', captchaFile];
		const ask = async (...options: string[]) => {
			const { code, stdout, stderr } = await admin('set-channel', '--channel', websiteToken, ...options);
			return [code, stdout || stderr];
		};
		const incomplete =
			'A captcha needs --captcha, --captcha-site-key and --captcha-secret together; --captcha none turns it off\n';
		assert.deepEqual(await ask('--captcha', 'hcaptcha'), [1, incomplete]);
		assert.deepEqual(await ask(...keys), [1, incomplete]);
		assert.deepEqual(await ask('--captcha', 'hcaptcha', ...keys), [0, 'Channel My site is changed.\n']);
		assert.deepEqual(await ask('--captcha', 'none'), [0, 'Channel My site is changed.\n']);
		const offersSeveral = async () =>
			(await (await fetch(`${origin}/widget?website_token=${websiteToken}`)).text()).includes(
				'"allowMultipleConversations":true',
			);
		for (const [word, isOffered] of [
			['on', true],
			['none', false],
		] as const) {
			assert.deepEqual(await ask('--multiple-conversations', word), [0, 'Channel My site is changed.\n']);
			assert.equal(await offersSeveral(), isOffered);
		}
		const late = await admin('set-bot', '--name', 'Kiln', '--url', 'none');
		assert.equal(late.code, 1);
		assert.match(late.stderr, /^Bot Kiln answers first in a channel/);
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

	test('the admin program refuses invalid input in one line', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const refused = async (...args: string[]) => {
			const { code, stderr } = await run('admin', { DATA_DIR: own }, args);
			assert.equal(code, 1);
			return stderr;
		};
		assert.match(await refused('create-agents'), /^There is no command create-agents[^]*create-channel/);
		const help = await run('admin', { DATA_DIR: own });
		assert.deepEqual([help.code, help.stderr], [0, '']);
		assert.match(help.stdout, /create-agent[^]*create-channel[^]*login-link/);
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
			await refused('set-channel', '--channel', 'x', '--multiple-conversations', 'maybe'),
			/^--multiple-conversations must be on, off or none\n$/,
		);
		assert.match(
			await refused('set-channel', '--channel', 'x', '--file-size', '41'),
			/^--file-size must be at most 40\n$/,
		);
		assert.match(
			await refused('set-channel', '--channel', 'x', '--file-type', 'cats'),
			/^--file-type is no MIME type\n$/,
		);
		assert.match(
			await refused('set-channel', '--channel', 'x', '--font-origin', 'http://fonts.example'),
			/^--font-origin is no origin such as https/,
		);
		assert.match(
			await refused('set-channel', '--channel', 'x', '--mask', '(a+)+'),
			/^--mask must be none, cards, or a pattern without/,
		);
		assert.match(await refused('login-link', '--email', 'nobody@b.example'), /^There is no agent nobody@b.example\n$/);
		rmSync(own, { recursive: true });
	});

	test("the admin program can change every setting of a channel's look, and change it back", async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const created = await run('admin', environment, ['create-channel', '--name', 'My site']);
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(created.stdout) ?? [];
		const key = await run('admin', environment, ['identity-key', '--channel', websiteToken]);
		assert.match(key.stdout, /HMAC-SHA256[^]*\n {2}[\w-]{20,}\n$/);
		for (const { stdout } of [created, key])
			assert.match(stdout, /hmac_mandatory: false[^]*set-channel --channel \S+ --identity-check on$/m);
		const started = start('main', environment);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		const set = async (...options: string[]) => {
			const { stderr } = await run('admin', environment, ['set-channel', '--channel', websiteToken, ...options]);
			const { body } = await call(origin, `/widget/channel.json?website_token=${websiteToken}`);
			return stderr || body;
		};
		const untitled = {
			website_name: 'Yours',
			welcome_title: '',
			welcome_tagline: '',
			widget_color: '#2f5d62',
			locale: 'de',
			avatar_url: '',
			is_available: false,
			inbox_id: 1,
		};
		const names = ['--name', 'Yours', '--color', '#2f5d62', '--launcher-title', 'Ask us', '--locale', 'de'];
		assert.deepEqual(await set(...names), { ...untitled, launcher_title: 'Ask us' });
		const back = await set('--launcher-title', 'none', '--avatar', 'https://shop.example/logo.png');
		assert.deepEqual(back, {
			...untitled,
			avatar_url: 'https://shop.example/logo.png',
		});
		// Without hours nobody is there, since no agent is.
		assert.deepEqual(await set('--hide-launcher-while-away', 'on'), { ...back, hide_launcher: true });
		const always = await set('--working-hours', 'on', '--hours', 'mon-sun 00:00-23:59');
		assert.deepEqual(always, { ...back, is_available: true });
		const twice = await set('--hours', 'mon-fri 09:00-17:00', '--hours', 'fri 20:00-23:59');
		assert.equal(twice, '--hours has fri twice: a day opens and closes once\n');
		assert.match(String(await set('--color', 'red; }')), /^--color is no colour such as #2f5d62\n$/);
		assert.match(String(await set('--avatar', 'javascript:alert(1)')), /^--avatar is no address\n$/);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test("one option enables the pre-chat form in the channel's language, and the guide's example replaces it", async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const admin = (...args: string[]) => run('admin', environment, args);
		const created = await admin('create-channel', '--name', 'My site', '--locale', 'de');
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(created.stdout) ?? [];
		const started = start('main', environment);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		const config = async () => {
			const path = `/api/v1/widget/config?website_token=${websiteToken}`;
			const { body } = await call<{ website_channel_config: { [name: string]: unknown } }>(origin, path, {
				method: 'POST',
			});
			return body.website_channel_config;
		};
		assert.equal((await config())['pre_chat_form_enabled'], false);
		const set = async (...args: string[]) => (await admin('set-channel', '--channel', websiteToken, ...args)).stderr;
		assert.equal(await set('--pre-chat', 'on'), '');
		const shown = await config();
		assert.equal(shown['pre_chat_form_enabled'], true);
		assert.deepEqual(
			(shown['pre_chat_form_options'] as PreChatFormOptions).pre_chat_fields.map(
				({ field_type, name, label, required, enabled }) => [field_type, name, label, required, enabled],
			),
			[
				['standard', 'emailAddress', 'E-Mail-Adresse', true, true],
				['standard', 'fullName', 'Vollständiger Name', false, true],
				['standard', 'phoneNumber', 'Telefonnummer', false, false],
			],
		);

		const [, example = ''] = /```json\n(\{\s+"pre_chat_message"[^]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
		const file = join(own, 'form.json');
		writeFileSync(file, example);
		assert.equal(await set('--pre-chat-form', file), '');
		assert.deepEqual((await config())['pre_chat_form_options'], JSON.parse(example));

		writeFileSync(file, JSON.stringify({ pre_chat_message: null, pre_chat_fields: [] }));
		assert.equal(await set('--pre-chat-form', file, '--pre-chat', 'off'), '');
		assert.equal(await set('--pre-chat', 'on'), '');
		assert.deepEqual((await config())['pre_chat_form_options'], shown['pre_chat_form_options']);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test("an agent's picture is shown to visitors and to the team; one that pages cannot load is refused", async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const admin = (...args: string[]) => run('admin', environment, args);
		const created = await admin('create-channel', '--name', 'My site');
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(created.stdout) ?? [];
		await admin('create-agent', '--name', 'Ada Lee', '--email', 'ada@site.example');
		const joined = await admin('create-token', '--email', 'ada@site.example', '--name', 'Test');
		const [, token = ''] = /api_access_token\):\n {2}(\S+)/.exec(joined.stdout) ?? [];
		const started = start('main', environment);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		const visitor = await createVisitor(origin, undefined, websiteToken);
		const agent = createAgent(origin, token);
		const displayId = await beginConversation(visitor);
		await agent.write(displayId, 'Hello');
		const set = (avatar: string) => admin('set-agent', '--email', 'Ada@site.example', '--avatar', avatar);
		const pictures = async () => {
			const { body } = await visitor.call<{ payload: Agent[] }>('inbox_members');
			const sender = (await visitor.messages()).at(-1)?.sender;
			assert.ok(sender?.type === 'user');
			return [body.payload[0]?.avatar_url, sender.avatar_url, sender.thumbnail, (await agent.profile()).avatar_url];
		};
		for (const bad of ['http://site.example/ada.png', 'javascript:alert(1)', 'ada.png']) {
			assert.match((await set(bad)).stderr, /^--avatar must be none or start with https:\/\/\n$/);
		}
		assert.deepEqual(await pictures(), ['', '', '', '']);
		const url = 'https://site.example/ada.png';
		assert.equal((await set(url)).stdout, 'Agent Ada Lee is changed.\n');
		assert.deepEqual(await pictures(), [url, url, url, url]);
		await set('none');
		assert.deepEqual(await pictures(), ['', '', '', '']);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test('agents are added, see their chosen channels, and are removed; the first is an administrator, and the last cannot go', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const admin = (...args: string[]) => run('admin', environment, args);
		const created = await admin('create-channel', '--name', 'My site');
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(created.stdout) ?? [];
		const ada = await admin('create-agent', '--name', 'Ada', '--email', 'ada@site.example');
		assert.match(ada.stdout, /^Agent Ada, administrator, can log in/);
		const noor = await admin('create-agent', '--name', 'Noor', '--email', 'noor@site.example');
		assert.match(noor.stdout, /^Agent Noor, agent, has no channel\.[^]*set-agent --email noor@site\.example --channel/);
		assert.match(
			(await admin('create-agent', '--name', 'N', '--email', 'noor@site.example')).stderr,
			/^There is an agent/,
		);
		const list = async () => (await admin('list-agents')).stdout;
		const first = 'ada@site.example  Ada, administrator, sees My site\n';
		assert.equal(await list(), `${first}noor@site.example  Noor, agent, sees no channel\n`);
		await admin('set-agent', '--email', 'noor@site.example', '--channel', websiteToken, '--name', 'Noor H');
		assert.equal(await list(), `${first}noor@site.example  Noor H, agent, sees My site\n`);
		await admin('set-agent', '--email', 'noor@site.example', '--channel', 'none');
		assert.match(await list(), /Noor H, agent, sees no channel/);
		const answeredBy = (...agents: string[]) =>
			admin('create-channel', '--name', 'Shop', ...agents.flatMap((agent) => ['--agent', agent]));
		assert.match((await answeredBy('eve@site.example')).stderr, /^There is no agent eve@site\.example/);
		assert.equal((await answeredBy('none')).code, 0);
		assert.match(await list(), /Noor H, agent, sees no channel/);
		assert.equal((await answeredBy('noor@site.example')).code, 0);
		assert.match(await list(), /Noor H, agent, sees Shop\n/);
		assert.match(
			(await admin('remove-agent', '--email', 'ada@site.example')).stderr,
			/^They are the only administrator/,
		);
		const demoted = await admin('set-agent', '--email', 'ada@site.example', '--role', 'agent');
		assert.match(demoted.stderr, /^They are the only administrator/);
		assert.match((await admin('remove-agent', '--email', 'noor@site.example')).stdout, /^Noor H is no agent any more/);
		assert.equal(await list(), first.replace('My site', 'My site, Shop, Shop'));
		assert.match((await admin('login-link', '--email', 'noor@site.example')).stderr, /^There is no agent/);
		rmSync(own, { recursive: true });
	});

	test('tokens are created, listed and revoked by command, and a running server knows at once', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const admin = (...args: string[]) => run('admin', environment, args);
		const joined = await admin('create-agent', '--name', 'Ada Lee', '--email', 'ada@site.example');
		assert.doesNotMatch(joined.stdout, /api_access_token/);
		const ada = ['--email', 'ada@site.example'] as const;
		assert.equal((await admin('list-tokens', ...ada)).stdout, 'Agent Ada Lee has no tokens.\n');
		const made = await admin('create-token', ...ada, '--name', 'Export', '--days', '30');
		const [, id = '', token = ''] = /token (\d+), until [^]*\n {2}(\S+)\n$/.exec(made.stdout) ?? [];
		const started = start('main', environment);
		const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
		const status = async () => (await call(origin, '/api/v1/profile', { headers: { api_access_token: token } })).status;
		assert.equal(await status(), 200);
		const listed = (await admin('list-tokens', ...ada)).stdout;
		assert.ok(listed.startsWith(`${id}  …${token.slice(-4)}  Export: made `), listed);
		assert.match(listed, /last used .*, expires /);
		assert.ok(!listed.includes(token));
		assert.match((await admin('revoke-token', ...ada, '--id', '99')).stderr, /^What the command names does not exist/);
		assert.equal((await admin('list-sessions', ...ada)).stdout, 'Agent Ada Lee is signed in nowhere.\n');
		const entered = await call(origin, '/auth/desk_session', {
			body: { access_token: token },
			headers: { [DESK_HEADER]: '1', origin },
		});
		const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
		const inDesk = async () =>
			(await call(origin, '/api/v1/profile', { headers: { [DESK_HEADER]: '1', origin, cookie } })).status;
		assert.equal(await inDesk(), 200);
		const [, session = ''] = /^(\d+) {2}\S+ on \S+: since /.exec((await admin('list-sessions', ...ada)).stdout) ?? [];
		assert.match((await admin('end-sessions', ...ada, '--id', '99')).stderr, /has no session 99/);
		assert.equal((await admin('end-sessions', ...ada, '--id', session)).stdout, 'Agent Ada Lee is signed out there.\n');
		assert.equal(await inDesk(), 401);
		assert.equal((await admin('revoke-token', ...ada, '--id', id)).code, 0);
		assert.equal(await status(), 401);
		await admin('create-bot', '--name', 'Kiln');
		assert.match(
			(await admin('list-tokens', '--bot', 'Kiln')).stdout,
			/^\d+ {2}….{4} {2}default: made .*, never used\n$/,
		);
		assert.match((await admin('list-tokens')).stderr, /^One of --email <address>\|--bot <name> is needed\n$/);
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		rmSync(own, { recursive: true });
	});

	test('transcripts are offered where there is a mail server', async () => {
		const own = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
		const environment = { DATA_DIR: own, SECRET_KEY: KEY };
		const channel = await run('admin', environment, ['create-channel', '--name', 'My site']);
		const [, websiteToken = ''] = /website-token="([^"]+)"/.exec(channel.stdout) ?? [];
		for (const [settings, isOffered] of [
			[{}, false],
			[{ SMTP_URL: 'smtp://127.0.0.1:1' }, true],
		] as const) {
			const started = start('main', { ...environment, ...settings });
			const [, origin = ''] = await said(started, /listening at (http:\/\/[\d.]+:\d+)/);
			const path = `/api/v1/widget/config?website_token=${websiteToken}`;
			const { body } = await call<{ global_config: GlobalConfig }>(origin, path, { method: 'POST' });
			assert.equal(body.global_config.TRANSCRIPTS_ENABLED, isOffered);
			assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		}
		rmSync(own, { recursive: true });
	});

	test('logs are structured and contain no secrets', async () => {
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
		await call(origin, '/continue/the-key-of-a-mailed-link');
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

	test('a second signal ends the server at once, even with a request under way', async () => {
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

	test('a server that is told to stop closes open connections and ends at once', async () => {
		const started = start('tryOut');
		const [, origin = ''] = await said(started, /Demo page\s+(\S+)\/\n/);
		const visitor = await createVisitor(origin);
		const socket = await connectSocketIo(origin, { pubsub_token: visitor.pubsubToken });
		assert.equal(await stopped(started.child, 'SIGTERM'), 0);
		socket.close();
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
