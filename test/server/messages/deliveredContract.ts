/** What the team learns of a message's way to the visitor (docs/wire.md, Reading and typing). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { beginConversation, createVisitor } from '../api.ts';
import { connectActionCable, connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

export function describeDelivered(database: string, prepare: Prepare): void {
	describe(`delivered messages on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());

		const statusOf = async (displayId: number, id: number) =>
			(await setup.agent.messages(displayId)).find((message) => message.id === id)?.status;

		for (const [protocol, connect] of [
			['Socket.IO', connectSocketIo],
			['ActionCable', connectActionCable],
		] as const) {
			test(`a message is delivered once the visitor's ${protocol} has taken it, and read once they have read it`, async () => {
				const visitor = await createVisitor(setup.server.origin);
				const displayId = await beginConversation(visitor);
				const team = await setup.listenAsAgent();
				const own = await connect(setup.server.origin, { pubsub_token: visitor.pubsubToken });
				const note = await setup.agent.write(displayId, 'Between us', { private: true });
				const { id, status } = await setup.agent.write(displayId, 'Good morning');
				assert.equal(status, 'sent');
				const told = await team.next('message.updated', (message) => message.id === id);
				assert.deepEqual([told.status, told.previous_changes], ['delivered', { status: ['sent', 'delivered'] }]);
				assert.equal((await own.next('message.updated', (message) => message.id === id)).status, 'delivered');
				assert.equal(await statusOf(displayId, id), 'delivered');
				assert.equal(await statusOf(displayId, note.id), 'sent');
				await visitor.call('conversations/update_last_seen', { body: { last_seen_message_id: id } });
				const read = await team.next('message.updated', (message) => message.id === id);
				assert.deepEqual([read.status, read.previous_changes], ['read', { status: ['delivered', 'read'] }]);
				own.close();
				team.close();
			});
		}

		test('what no connection takes stays sent, until one takes a later message', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const away = await setup.agent.write(displayId, 'Are you still there?');
			const team = await setup.listenAsAgent();
			const own = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			assert.equal(await statusOf(displayId, away.id), 'sent');
			const later = await setup.agent.write(displayId, 'Now you are');
			for (const { id } of [away, later])
				assert.equal((await team.next('message.updated', (message) => message.id === id)).status, 'delivered');
			own.close();
			team.close();
		});
	});
}
