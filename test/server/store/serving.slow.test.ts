import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { restoreRelease } from '../../support/releaseFixture.ts';
import { startServer } from '../../support/server.ts';
import { programFile } from '../../support/programs.ts';
import { holdServing } from '../../../src/server/store/engines/serving.ts';
import { call } from '../api.ts';

test('a second process on the same SQLite database says so in its log, unless the first was killed, and none starts while a command copies it', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const first = await startServer({ dataDir });
	t.after(async () => {
		await first.kill();
		rmSync(dataDir, { recursive: true, force: true });
	});
	const logOfAnother = () => logOf(dataDir);
	assert.match(await logOfAnother(), /another process serves this DATA_DIR/);
	assert.equal((await call(first.origin, '/healthz')).status, 200);
	assert.equal(holdServing(dataDir), undefined);
	await first.kill();
	assert.doesNotMatch(await logOfAnother(), /another process serves/);

	const giveUp = holdServing(dataDir) ?? assert.fail();
	assert.match(
		await logOfAnother(),
		/^A command of "npm run admin" is copying what is in DATA_DIR, or a server of an older version runs: start the server when/,
	);
	giveUp();
	assert.match(await logOfAnother(), /Server listening/);
});

test('a server that is started while a backup is brought back leaves no database of its own', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(dataDir, { recursive: true, force: true }));
	const giveUp = holdServing(dataDir) ?? assert.fail();
	assert.match(await logOf(dataDir), /^A command of "npm run admin" is copying/);
	assert.deepEqual(
		readdirSync(dataDir).filter((name) => name.startsWith('live-chat.sqlite')),
		[],
	);
	giveUp();
});

test('a server says when it begins to bring an older database up to date, what of it is done, and when it ends', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(dataDir, { recursive: true, force: true }));
	await restoreRelease('0.2.0', 'sqlite', { dataDir });
	const lines = (await logOf(dataDir))
		.split('\n')
		.filter((line) => line.startsWith('{'))
		.map((line) => String((JSON.parse(line) as { msg?: string }).msg));
	const begun = lines.findIndex((line) => line.startsWith('the database is brought up to date by '));
	assert.equal(begun, 0, lines[0]);
	assert.match(lines[1] ?? '', /^migration (\w+) begins$/);
	assert.match(lines[2] ?? '', /^migration \w+ took \d+\.\d s$/);
	const ended = lines.indexOf('the database is up to date');
	assert.ok(ended > 2 && ended < lines.findIndex((line) => line.startsWith('Server listening')), lines.join('\n'));
	assert.doesNotMatch(await logOf(dataDir), /migration|up to date/);
});

/** What a server on the folder says until it listens, or ends. */
async function logOf(dataDir: string): Promise<string> {
	const child = spawn(process.execPath, [programFile('src/server/main.ts')], {
		env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' },
	});
	const ended = once(child, 'exit');
	let log = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
	for await (const chunk of child.stdout.setEncoding('utf8')) {
		log += String(chunk);
		if (log.includes('Server listening')) child.kill();
	}
	await ended;
	return log;
}
