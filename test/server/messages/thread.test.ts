import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../../../src/server/base/programs/root.ts';
import { Thread } from '../../../src/server/base/programs/thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'live-chat-thread-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const MODULE = JSON.stringify(join(ROOT, 'src/server/base/programs/thread.ts'));

test('a program that ends its thread while it still answers goes on, and what was asked is rejected', () => {
	const echo = join(folder, 'echo.mjs');
	const program = join(folder, 'program.mjs');
	writeFileSync(echo, `import { answerCalls } from ${MODULE};\nanswerCalls((question) => question);\n`);
	writeFileSync(
		program,
		`import { Thread } from ${MODULE};
		for (let i = 0; i < 20; i += 1) {
			const thread = new Thread(${JSON.stringify(relative(ROOT, echo))});
			await thread.call(1);
			const asked = thread.call(2).catch(({ message }) => message);
			await thread.end();
			console.log(await asked);
		}`,
	);
	const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
	assert.equal(status, 0, stderr);
	assert.match(stdout, /^(The thread of \S+ has ended\n){20}$/);
});

test('a thread is not ended while it loads its modules', async () => {
	const loaded = join(folder, 'loaded');
	const slow = join(folder, 'slow.mjs');
	writeFileSync(
		slow,
		`import { writeFileSync } from 'node:fs';
		import { answerCalls } from ${MODULE};
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
		writeFileSync(${JSON.stringify(loaded)}, '');
		answerCalls((question) => question);`,
	);
	const thread = new Thread(relative(ROOT, slow));
	const asked = thread.call(1).catch(() => undefined);
	await thread.end();
	await asked;
	assert.ok(existsSync(loaded));
});

test('a thread whose file fails while it loads can be ended', async () => {
	const failing = join(folder, 'failing.mjs');
	writeFileSync(failing, `throw new Error('no module');`);
	const thread = new Thread(relative(ROOT, failing));
	const asked = assert.rejects(thread.call(1), /no module/);
	await thread.end();
	await asked;
});
