/**
 * Backups that are made while people write, and what is restored from them (docs/operating.md,
 * Backup).
 */
import assert from 'node:assert/strict';
import {
	chmodSync,
	copyFileSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fillTeam, fillVisitor } from '../../support/everyKind.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { startServer, type ServerOptions, type TestServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { createAgent, createVisitor, readAll, type Visitor } from '../api.ts';
import type { Prepare } from '../conversationServer.ts';
import { png } from '../files/filesSamples.ts';

async function sendFile(origin: string, visitor: Visitor, content: string): Promise<boolean> {
	const form = new FormData();
	form.append('message[content]', content);
	form.append('message[attachments][]', new File([png(2, 2)], 'cup.png', { type: 'image/png' }));
	const address = new URL('/api/v1/widget/messages?website_token=demo', origin);
	const answer = await fetch(address, { method: 'POST', headers: { 'X-Auth-Token': visitor.authToken }, body: form });
	await answer.text();
	return answer.ok;
}

/** Milliseconds between two messages of one visitor: a conversation takes 200 a minute. */
const PAUSE = 300;

/** With a line separator as word processors write it, which is none in a copy. */
function textOf(count: number): string {
	return `Text\u2028${count}`;
}

/**
 * Visitors who write one message after the other, every third with a file, and others who come,
 * send a file, and have themselves deleted.
 */
async function startLoad({ origin }: TestServer) {
	let isOver = false;
	const writers = await Promise.all([1, 2, 3].map(() => createVisitor(origin)));
	const acknowledged = writers.map((): string[] => []);
	const write = async (visitor: Visitor, sent: string[]): Promise<void> => {
		for (let count = 0; !isOver; count++) {
			const text = textOf(count);
			if (count % 3 === 2) assert.ok(await sendFile(origin, visitor, text));
			else await visitor.write(text);
			sent.push(text);
			await pause(PAUSE);
		}
	};
	const comeAndGo = async (): Promise<void> => {
		while (!isOver) {
			const visitor = await createVisitor(origin);
			await sendFile(origin, visitor, 'In passing');
			await visitor.call('contact', { method: 'DELETE' });
		}
	};
	const running = Promise.allSettled([
		...writers.map((visitor, index) => write(visitor, acknowledged[index] ?? [])),
		comeAndGo(),
		comeAndGo(),
	]);
	return {
		writers,
		/** Which texts of each writer the server has acknowledged so far. */
		acknowledged: () => acknowledged.map((texts) => [...texts]),
		async stop() {
			isOver = true;
			// The kill interrupts requests; nothing else may fail.
			for (const each of await running)
				if (each.status === 'rejected') assert.ok(each.reason instanceof TypeError, String(each.reason));
		},
	};
}

export function describeBackup(kind: 'sqlite' | 'postgres', prepare: Prepare): void {
	const prepareFor = async (t: TestContext): Promise<ServerOptions> => {
		const { options, cleanUp } = await prepare();
		t.after(cleanUp);
		return options;
	};
	const makeFolder = (t: TestContext): string => {
		const folder = mkdtempSync(join(tmpdir(), 'live-chat-backup-'));
		t.after(() => rmSync(folder, { recursive: true }));
		return folder;
	};

	describe(`a backup of ${kind}`, () => {
		test('is made while people write and files go, and after a kill it brings back all that was acknowledged before', async (t) => {
			const original = await prepareFor(t);
			const settings = { PRIVATE_WEBHOOKS: 'on', UPLOAD_MB_PER_DAY: '10000' };
			const server = await startServer({ ...original, settings });
			t.after(() => server.stop());
			await fillTeam({ dataDir: server.dataDir, databaseUrl: original.databaseUrl });
			const { authToken } = await fillVisitor(server, { dataDir: server.dataDir, databaseUrl: original.databaseUrl });
			const load = await startLoad(server);
			t.after(() => load.stop());
			await t.waitFor(() => assert.ok(load.acknowledged().every((texts) => texts.length >= 5)), PATIENTLY);

			const answers = await readAnswers(server, authToken);
			const before = load.acknowledged();
			const folder = makeFolder(t);
			chmodSync(folder, 0o755);
			const made = await runAdmin(original, 'backup', folder);
			assert.equal(made.code, 0, made.text);
			const mayOthers = (name: string) => (statSync(join(folder, name)).mode & 0o077) !== 0;
			assert.deepEqual(readdirSync(folder).filter(mayOthers), []);
			const more = () => load.acknowledged().every((texts, index) => texts.length > (before[index]?.length ?? 0));
			await t.waitFor(() => assert.ok(more()), PATIENTLY);
			await server.kill();
			await load.stop();
			const verified = await runAdmin(original, 'verify', folder);
			assert.match(verified.text, /^The backup of .* is whole: \d+ messages/);

			const other = await prepareFor(t);
			const restored = await runAdmin(other, 'restore', folder);
			assert.equal(restored.code, 0, restored.text);
			const second = await startServer({ ...other, settings });
			t.after(() => second.stop());
			const { origin } = second;
			for (const [index, { authToken: token }] of load.writers.entries()) {
				const visitor = await createVisitor(origin, token);
				const stored = await readAll((query) => visitor.messages(query));
				const texts = stored.map(({ content }) => content ?? '').filter((text) => text.startsWith('Text'));
				// Each of them once, in their order, without a gap.
				assert.deepEqual(
					texts,
					texts.map((_, count) => textOf(count)),
				);
				assert.ok(texts.length >= (before[index]?.length ?? 0));
				const files = stored.flatMap(({ attachments }) => attachments ?? []);
				assert.equal(files.length, Math.floor(texts.length / 3));
				for (const file of files) {
					const { data_url } = file as { data_url: string };
					assert.equal((await fetch(new URL(data_url, origin))).status, 200);
				}
			}
			assert.deepEqual(await readAnswers(second, authToken), answers);

			const refusals = kind === 'sqlite' ? [/Stop the server first/, /is there already/] : [/is not empty/];
			for (const reason of refusals) {
				const refused = await runAdmin(other, 'restore', folder);
				assert.match(refused.text, reason);
				assert.equal(refused.code, 1);
				await second.stop();
			}
			const twice = await runAdmin(original, 'backup', folder);
			assert.match(twice.text, /is not empty: each backup needs a folder of its own/);
		});

		test('of which the key is there already is restored, and with another key it is not', async (t) => {
			const original = await prepareFor(t);
			await (await startServer(original)).stop();
			const withoutKey = (options: ServerOptions) => ({ ...options, settings: { SECRET_KEY: '' } });
			const keyFile = ({ dataDir = '' }: ServerOptions) => join(dataDir, 'secret-key');
			writeFileSync(keyFile(original), 'the key of the backup, which is long enough');
			const folder = makeFolder(t);
			const made = await runAdmin(withoutKey(original), 'backup', folder);
			assert.equal(made.code, 0, made.text);
			const other = await prepareFor(t);
			writeFileSync(keyFile(other), 'another key, which is long enough as well');
			const refused = await runAdmin(withoutKey(other), 'restore', folder);
			assert.match(refused.text, /secret-key is there already/);
			copyFileSync(keyFile(original), keyFile(other));
			const restored = await runAdmin(withoutKey(other), 'restore', folder);
			assert.equal(restored.code, 0, restored.text);
		});

		test('a damaged one is found out, and not restored', async (t) => {
			const original = await prepareFor(t);
			const server = await startServer(original);
			const visitor = await createVisitor(server.origin);
			assert.ok(await sendFile(server.origin, visitor, 'Look'));
			await server.stop();
			const folder = makeFolder(t);
			assert.match((await runAdmin(original, 'verify', folder)).text, /holds no complete backup/);
			assert.match((await runAdmin(original, 'backup', folder)).text, / 1 files\.\nSECRET_KEY is not in it/);
			const [name = ''] = readdirSync(join(folder, 'files'));
			writeFileSync(join(folder, 'files', name), 'something else');
			const other = await prepareFor(t);
			const changed = await runAdmin(other, 'restore', folder);
			assert.deepEqual([changed.code, changed.text], [1, `The backup is damaged:\n  files/${name} has changed\n`]);
			rmSync(join(folder, 'files', name));
			assert.match((await runAdmin(other, 'verify', folder)).text, new RegExp(`files/${name} is missing`));
			const copy = kind === 'sqlite' ? 'live-chat.sqlite' : 'live-chat.dump';
			truncateSync(join(folder, copy), 5_000);
			assert.match((await runAdmin(other, 'verify', folder)).text, new RegExp(`${copy} has changed`));
		});
	});
}

/** What nobody changes meanwhile. */
async function readAnswers(server: TestServer, authToken: string): Promise<unknown> {
	const visitor = await createVisitor(server.origin, authToken);
	const agent = createAgent(server.origin, server.agentToken);
	const answers = [
		await visitor.call('contact'),
		await visitor.call('messages?after=0'),
		await agent.call('inboxes'),
		await agent.call('agent_bots'),
		await agent.call('portals/help/articles'),
	];
	// Each server has a port of its own, and who is online depends on when it is asked.
	const text = JSON.stringify(
		answers.map(({ body }) => body),
		(name, each: unknown) => (name === 'availability_status' ? undefined : each),
	);
	return JSON.parse(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''));
}
