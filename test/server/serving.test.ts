import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServer } from '../support/server.ts';
import { programFile } from '../support/programs.ts';
import { call } from './api.ts';

test('a second process on the same SQLite database says so in its log, unless the first was killed', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	const first = await startServer({ dataDir });
	t.after(async () => {
		await first.kill();
		rmSync(dataDir, { recursive: true, force: true });
	});
	const logOfAnother = async () => {
		const child = spawn(process.execPath, [programFile('src/server/main.ts')], {
			env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' },
		});
		const ended = once(child, 'exit');
		let log = '';
		for await (const chunk of child.stdout.setEncoding('utf8')) {
			log += String(chunk);
			if (log.includes('Server listening')) child.kill();
		}
		await ended;
		return log;
	};
	assert.match(await logOfAnother(), /another process serves this DATA_DIR/);
	assert.equal((await call(first.origin, '/healthz')).status, 200);
	await first.kill();
	assert.doesNotMatch(await logOfAnother(), /another process serves/);
});
