/** What happens to conversations as time passes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { startHostedServer } from '../../support/hostedServer.ts';
import { until } from '../../support/until.ts';
import { beginConversation, createAgent, createVisitor } from '../api.ts';

test('a conversation of a damaged contact is reopened, and keeps no others from it', async (t) => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	t.after(() => rmSync(dataDir, { recursive: true }));
	const first = await startHostedServer({ dataDir });
	const [broken, whole] = [await createVisitor(first.origin), await createVisitor(first.origin)];
	const [brokenId, wholeId] = [await beginConversation(broken), await beginConversation(whole)];
	await first.stop();

	const file = new Database(join(dataDir, 'live-chat.sqlite'));
	file.prepare("update contacts set custom_attributes = '{' where id = ?").run(broken.contactId);
	const snooze = file.prepare("update conversations set status = 'snoozed', snoozed_until = ? where display_id = ?");
	snooze.run(1, brokenId);
	snooze.run(2, wholeId);
	const second = await startHostedServer({ dataDir });
	t.after(() => second.stop());
	const agent = createAgent(second.origin, second.agentToken);
	for (const id of [brokenId, wholeId]) {
		await until(`conversation ${id} open`, async () => (await agent.conversation(id)).status === 'open');
	}
	file.close();
});
