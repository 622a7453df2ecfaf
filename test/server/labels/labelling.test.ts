import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Label } from '#protocol/application/labelRoutes.ts';
import { beginConversation, createVisitor } from '../api.ts';
import { startConversationServer } from '../conversationServer.ts';
import { describeLabelling } from './labellingContract.ts';
import { createSqlite } from '../sqlite.ts';

describeLabelling('SQLite', createSqlite);

test('a label is renamed everywhere, also where a conversation is deleted meanwhile', async (t) => {
	const { server, agent, query, stop } = await startConversationServer(createSqlite);
	t.after(stop);
	const { id } = (await agent.call<Label>('labels', { body: { title: 'order' } })).body;
	const begin = async () => {
		const displayId = await beginConversation(await createVisitor(server.origin));
		await agent.call(`conversations/${displayId}/labels`, { body: { labels: ['order'] } });
		return displayId;
	};
	const [first, deleted, last] = [await begin(), await begin(), await begin()];
	await query(`create trigger deleted_meanwhile after update of labels on conversations begin
		delete from messages where conversation_id in (select id from conversations where display_id = ${deleted});
		delete from conversations where display_id = ${deleted}; end`);
	assert.equal((await agent.call(`labels/${id}`, { method: 'PATCH', body: { title: 'purchase' } })).status, 200);
	for (const [displayId, labels] of [
		[first, ['purchase']],
		[deleted, undefined],
		[last, ['purchase']],
	] as const) {
		const { payload } = (await agent.call<{ payload?: string[] }>(`conversations/${displayId}/labels`)).body;
		assert.deepEqual(payload, labels);
	}
});
