/**
 * The team asks for a conversation while its contact is merged or deleted: what was read before no
 * longer fits together.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { NoResultError } from 'kysely';
import type { Files } from '../../../src/server/files/files.ts';
import { bulkHandlers } from '../../../src/server/http/conversations/bulkHandlers.ts';
import { loadTeamConversation, loadTeamDetails } from '../../../src/server/present/conversation.ts';
import { UNQUEUED } from '../../../src/server/base/keyedQueue.ts';
import type { Services } from '../../../src/server/services/services.ts';
import { createConfigurationReader } from '../../../src/server/store/configuration.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';

/** Nothing here has files. */
const NO_FILES = {} as Files;

describe('a conversation that was read before its contact', () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'live-chat-test-'));
	let server: TestServer;
	let agent: Agent;
	let store: Store;
	before(async () => {
		server = await startHostedServer({ dataDir });
		agent = createAgent(server.origin, server.agentToken);
		store = await openStore({ dataDir });
	});
	after(async () => {
		await store.close();
		await server.stop();
		rmSync(dataDir, { recursive: true });
	});

	/** A new visitor's conversation, as it is now. */
	const begin = async () => {
		const displayId = await beginConversation(await createVisitor(server.origin));
		return (await store.conversations.findByDisplayId(1, displayId)) ?? assert.fail();
	};

	test('was merged shows the contact that is left', async () => {
		const [kept, merged] = [await begin(), await begin()];
		const body = { base_contact_id: kept.contact_id, mergee_contact_id: merged.contact_id };
		await agent.call('actions/contact_merge', { body });
		const { contact } = await loadTeamConversation(store, NO_FILES, merged);
		assert.equal(contact.id, kept.contact_id);
	});

	test('was deleted is left out of many that are changed together', async () => {
		const [kept, deleted] = [await begin(), await begin()];
		await agent.call(`contacts/${deleted.contact_id}`, { method: 'DELETE' });
		const member = (await store.users.listAccount(1))[0] ?? assert.fail();
		const conversations = { ...store.conversations, listByDisplayIds: () => Promise.resolve([deleted, kept]) };
		const { changeConversations } = bulkHandlers({
			store: { ...store, conversations },
			files: NO_FILES,
			readConfiguration: createConfigurationReader(store),
			presence: { listUsers: () => Promise.resolve({ users: new Set() }) },
			broadcaster: { broadcast: () => undefined },
			deliveryWorker: { wake: () => undefined },
			writeQueue: UNQUEUED,
		} as unknown as Services);
		const ids = [deleted.display_id, kept.display_id];
		const body = { type: 'Conversation', ids, fields: { status: 'resolved' as const } };
		const request = { account: { id: 1 }, member, body } as unknown as Parameters<typeof changeConversations>[0];
		assert.deepEqual(await changeConversations(request), { payload: [kept.display_id] });
		assert.equal((await store.conversations.find(kept.id)).status, 'resolved');
	});

	test('was deleted is not found, and is left out of a list', async () => {
		const [kept, deleted] = [await begin(), await begin()];
		await agent.call(`contacts/${deleted.contact_id}`, { method: 'DELETE' });
		await assert.rejects(loadTeamConversation(store, NO_FILES, deleted), NoResultError);
		const shown = await loadTeamDetails(store, NO_FILES, [deleted, kept]);
		assert.deepEqual(
			shown.map(({ conversation }) => conversation.id),
			[kept.id],
		);
	});
});
