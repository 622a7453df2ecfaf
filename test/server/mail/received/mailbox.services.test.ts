/** Answers that are fetched from a mailbox, of a Dovecot of the test's own. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { MailboxCheck, MailSetup } from '#protocol/application/mailRoutes.ts';
import type { Message } from '#protocol/entities/entities.ts';
import { createMailLinks } from '../../../../src/server/domain/people/mailLinks.ts';
import { runAdmin } from '../../../support/runAdmin.ts';
import { SECRET_KEY, startServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';
import { beginConversation, createAgent, createVisitor } from '../../api.ts';
import { createDatabaseAndRedis, type Services } from '../../services.ts';
import { createSqlite } from '../../sqlite.ts';
import { startOwnDovecot, type OwnDovecot } from './ownDovecot.ts';
import { write } from './samples.ts';

/** Begins a conversation, to which mails can be delivered. */
async function begin(origin: string, { query }: Services, dovecot: OwnDovecot) {
	const visitor = await createVisitor(origin);
	const displayId = await beginConversation(visitor);
	const [{ id } = assert.fail()] = await query(`select id from conversations where display_id = ${displayId}`);
	const To = `reply+${createMailLinks([SECRET_KEY]).signReply(Number(id))}@kiln.example`;
	return {
		displayId,
		deliver: (body: string, headers: Record<string, string> = {}) =>
			dovecot.deliver(write({ body, headers: { To, 'Message-ID': `<${body}@shop.example>`, ...headers } })),
	};
}

async function wordsByMail(origin: string, agentToken: string, displayId: number): Promise<(string | null)[]> {
	const agent = createAgent(origin, agentToken);
	const { body } = await agent.call<{ payload: Message[] }>(`conversations/${displayId}/messages?after=1`);
	return body.payload
		.filter(({ content_attributes }) => content_attributes['email'] !== undefined)
		.map(({ content }) => content);
}

async function prepare(t: TestContext, database: () => Promise<Services>) {
	const dovecot = await startOwnDovecot();
	t.after(() => dovecot.stop());
	const services = await database();
	t.after(() => services.cleanUp());
	return { dovecot, services, settings: { IMAP_URL: dovecot.url, MAIL_REPLY_TO: 'reply@kiln.example' } };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `word-${at}`);

test('what arrives in the mailbox is posted and marked, and what is none of ours is flagged', async (t) => {
	const { dovecot, services, settings } = await prepare(t, createSqlite);
	const server = await startServer({ ...services.options, settings });
	t.after(() => server.stop());
	const { displayId, deliver } = await begin(server.origin, services, dovecot);
	deliver('first');
	const posted = () => wordsByMail(server.origin, server.agentToken, displayId);
	await until('the first', async () => (await posted()).length === 1);
	deliver('other', { To: 'sales@kiln.example' });
	deliver('away', { 'Auto-Submitted': 'auto-replied' });
	deliver('second');
	await until('the second', async () => (await posted()).length === 2);
	assert.deepEqual(await posted(), ['first', 'second']);
	assert.deepEqual(dovecot.flags(), ['S', 'FS', 'S', 'S']);
});

test('nothing is lost or repeated while server and mailbox are killed', async (t) => {
	const { dovecot, services, settings } = await prepare(t, createSqlite);
	let server = await startServer({ ...services.options, settings });
	t.after(() => server.stop());
	const { displayId, deliver } = await begin(server.origin, services, dovecot);
	const words = numbers(30);
	for (const [at, word] of words.entries()) {
		deliver(word);
		if (at === 10 || at === 20) {
			await until('some are read', () => dovecot.flags().includes('S'));
			await server.kill();
			server = await startServer({ ...services.options, settings });
		}
		if (at === 15) {
			await dovecot.kill();
			await dovecot.start();
		}
	}
	const posted = () => wordsByMail(server.origin, server.agentToken, displayId);
	await until('all of them', async () => (await posted()).length >= words.length);
	assert.deepEqual(new Set(await posted()), new Set(words));
	assert.equal((await posted()).length, words.length);
	await until('all are marked', () => dovecot.flags().every((flags) => flags === 'S'));
});

test('one of two processes reads, and the other goes on when it is killed', async (t) => {
	const { dovecot, services, settings } = await prepare(t, createDatabaseAndRedis);
	const start = () => startServer({ ...services.options, settings });
	const servers = [await start(), await start()];
	t.after(() => Promise.all(servers.map((server) => server.stop())));
	const [first = assert.fail(), second = assert.fail()] = servers;
	const { displayId, deliver } = await begin(second.origin, services, dovecot);
	const words = numbers(20);
	for (const word of words.slice(0, 10)) deliver(word);
	const posted = () => wordsByMail(second.origin, second.agentToken, displayId);
	const isPosted = (count: number) => until(`${count} are posted`, async () => (await posted()).length >= count);
	await isPosted(10);
	await first.kill();
	for (const word of words.slice(10)) deliver(word);
	await isPosted(20);
	assert.deepEqual(new Set(await posted()), new Set(words));
	assert.equal((await posted()).length, words.length);
});

test('mails to a website begin conversations once and in order, over two processes of which one is killed', async (t) => {
	const { dovecot, services, settings } = await prepare(t, createDatabaseAndRedis);
	const start = () => startServer({ ...services.options, settings });
	const servers = [await start(), await start()];
	t.after(() => Promise.all(servers.map((server) => server.stop())));
	await services.query("update web_widgets set email = 'hello@kiln.example' where website_token = 'demo'");
	const send = (number: number, word: string, answers = '') =>
		dovecot.deliver(
			write({
				body: word,
				headers: {
					From: `Ada <ada-${number}@shop.example>`,
					To: 'hello@kiln.example',
					'Message-ID': `<${word}@shop.example>`,
					'In-Reply-To': answers,
				},
			}),
		);
	const listPosted = () =>
		services.query(
			"select conversation_id, content from messages where content like 'first-%' or content like 'second-%' order by id",
		);
	for (const number of Array.from({ length: 10 }).keys()) {
		send(number, `first-${number}`);
		send(number, `second-${number}`, `<first-${number}@shop.example>`);
		if (number !== 4) continue;
		await until('some are posted', async () => (await listPosted()).length > 2);
		await servers[0]?.kill();
	}
	await until('all of them', async () => (await listPosted()).length >= 20);
	await until('all are marked', () => dovecot.flags().every((flags) => flags === 'S'));
	const conversations = Map.groupBy(await listPosted(), (row) => row['conversation_id']);
	assert.deepEqual(
		new Set([...conversations.values()].map((rows) => rows.map((row) => row['content']).join())),
		new Set(Array.from({ length: 10 }, (_, number) => `first-${number},second-${number}`)),
	);
	assert.equal(conversations.size, 10);
});

test('a mailbox that is set up at the desk is read by one of two processes, without a restart', async (t) => {
	const { dovecot, services } = await prepare(t, createDatabaseAndRedis);
	const start = () => startServer({ ...services.options, settings: { PRIVATE_WEBHOOKS: 'on' } });
	const servers = [await start(), await start()];
	t.after(() => Promise.all(servers.map((server) => server.stop())));
	const [first = assert.fail(), second = assert.fail()] = servers;
	const agent = createAgent(first.origin, first.agentToken);
	const { port } = new URL(dovecot.url);
	const imap = {
		host: '127.0.0.1',
		port: Number(port),
		security: 'none',
		user: 'reply@kiln.example',
		password: 'secret',
	};
	const change = (body: object) => agent.call<MailSetup>('mail', { method: 'PATCH', body });
	const check = async () => (await agent.call<MailboxCheck>('mail/check_mailbox', { method: 'POST' })).body;
	assert.deepEqual((await change({ imap })).body.mailbox, { host: '127.0.0.1', port: Number(port) });
	assert.deepEqual(await check(), { fault: null, reason: null });
	const { displayId, deliver } = await begin(second.origin, services, dovecot);
	deliver('first');
	const posted = () => wordsByMail(second.origin, second.agentToken, displayId);
	await until('the first', async () => (await posted()).length === 1);

	await change({ imap: { ...imap, password: 'wrong' } });
	assert.deepEqual(await check(), { fault: 'SIGN_IN_REFUSED', reason: 'Authentication failed.' });
	await change({ imap: { ...imap, folder: 'Nowhere' } });
	assert.equal((await check()).fault, 'FOLDER_MISSING');
	await change({ imap: { ...imap, security: 'starttls' } });
	assert.equal((await check()).fault, 'TLS_FAILED');
	await change({ imap: null });
	assert.equal((await agent.call('mail/check_mailbox', { method: 'POST' })).status, 422);
	deliver('second');
	await change({ imap });
	await until('the second', async () => (await posted()).length === 2);
	assert.deepEqual(await posted(), ['first', 'second']);
});

test('doctor says whether the mailbox can be read', async (t) => {
	const { dovecot, services, settings } = await prepare(t, createSqlite);
	const server = await startServer(services.options);
	t.after(() => server.stop());
	const ask = (more: Record<string, string>) =>
		runAdmin({ dataDir: server.dataDir, settings: { ...settings, ...more } }, 'doctor');
	assert.match((await ask({})).text, /^ok {4}mailbox: can be read$/m);
	const wrong = await ask({ IMAP_URL: dovecot.url.replace('secret', 'wrong') });
	assert.match(wrong.text, /^FAILS mailbox: cannot be read \(Authentication failed\.\): correct IMAP_URL$/m);
	assert.doesNotMatch(wrong.text, /wrong/);
});
