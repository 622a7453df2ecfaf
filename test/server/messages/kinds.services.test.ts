import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../src/server/store/store.ts';
import { startServer } from '../../support/server.ts';
import { createAgent, createVisitor } from '../api.ts';
import { describeKinds } from './kindsContract.ts';
import { createDatabase } from '../services.ts';

describeKinds('PostgreSQL', createDatabase);

test('a question that is deleted while the visitor answers it stays deleted', async (t) => {
	const { options, query, cleanUp } = await createDatabase();
	const server = await startServer(options);
	const store = await openStore({ dataDir: server.dataDir, databaseUrl: options.databaseUrl });
	t.after(async () => {
		await store.close();
		await server.stop();
		await cleanUp();
	});
	const visitor = await createVisitor(server.origin);
	const { conversation_id: displayId } = await visitor.write('Hello');
	const asked = await createAgent(server.origin, server.agentToken).write(displayId, 'How was it?', {
		content_type: 'input_csat',
	});
	const conversation = await store.conversations.findByDisplayId(1, displayId);
	assert.ok(conversation);

	const answered = await store.transaction(async (repositories) => {
		await repositories.conversations.lock(conversation.id);
		await repositories.messages.update(asked.id, { content_type: 'text', content_attributes: { deleted: true } });
		const submitted_values = { csat_survey_response: { rating: 5 } };
		const answer = visitor.call(`messages/${asked.id}`, { method: 'PATCH', body: { message: { submitted_values } } });
		const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
		await t.waitFor(async () => assert.equal((await query(waiting)).length, 1), { timeout: 10_000 });
		return { answer };
	});
	assert.equal((await answered.answer).status, 422);
	const [, shown] = await visitor.messages();
	assert.deepEqual([shown?.id, shown?.content_attributes['deleted']], [asked.id, true]);
});
