/** What happens to conversations as time passes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { beginConversation, createAgent, createVisitor } from './api.ts';

test('a conversation whose record cannot be read does not keep others from being reopened', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(dataDir, { recursive: true }));
	const first = await startServer({ dataDir });
	const [broken, whole] = [await createVisitor(first.origin), await createVisitor(first.origin)];
	const [brokenId, wholeId] = [await beginConversation(broken), await beginConversation(whole)];
	await first.stop();

	const file = new Database(join(dataDir, 'live-chat.sqlite'));
	file.prepare("update contacts set custom_attributes = '{' where id = ?").run(broken.contactId);
	const snooze = file.prepare("update conversations set status = 'snoozed', snoozed_until = ? where display_id = ?");
	snooze.run(1, brokenId);
	snooze.run(2, wholeId);
	const second = await startServer({ dataDir });
	t.after(() => second.stop());
	const agent = createAgent(second.origin, second.agentToken);
	await until('the other one open', async () => (await agent.conversation(wholeId)).status === 'open');
	const statusOf = file.prepare<[number], { status: string }>('select status from conversations where display_id = ?');
	assert.equal(statusOf.get(brokenId)?.status, 'snoozed');
	file.close();
});
