/** The guarantees of the store, on either database. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { MessageType, type ConversationStatus } from '#protocol/entities/entities.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { createFiles } from '../../../src/server/files/files.ts';
import { createFolderStorage } from '../../../src/server/files/folderStorage.ts';
import type { Storage } from '../../../src/server/files/storage.ts';
import type { ConversationRow } from '../../../src/server/store/tables/schema.ts';
import { openStore, type Repositories, type Store, type StoreOptions } from '../../../src/server/store/store.ts';

export function describeStore(
	database: Store['database'],
	prepare: () => Promise<{ options: StoreOptions; cleanUp(): Promise<void> }>,
): void {
	describe(`store on ${database}`, () => {
		let options: StoreOptions;
		let cleanUp: () => Promise<void>;
		let store: Store;
		before(async () => {
			({ options, cleanUp } = await prepare());
			store = await openStore(options);
			await store.accounts.insert('Team');
			await createChannel(store, { accountId: 1, settings: { name: 'Site' }, websiteToken: 'site' });
		});
		after(async () => {
			await store.close();
			await cleanUp();
		});

		const begin = async (repositories: Repositories): Promise<ConversationRow> => {
			const contact = await repositories.contacts.insert(1, 'Somebody');
			const session = await repositories.sessions.insert({
				contactId: contact.id,
				inboxId: 1,
				sourceId: randomUUID(),
				pubsubToken: randomUUID(),
			});
			return repositories.conversations.insert({
				accountId: 1,
				displayId: await repositories.accounts.takeDisplayId(1),
				uuid: randomUUID(),
				session,
				status: 'open',
				additionalAttributes: {},
				customAttributes: {},
				createdAt: Date.now(),
			});
		};
		const write = (
			repositories: Repositories,
			conversation: ConversationRow,
			echoId: string | null = null,
			sessionId = conversation.contact_inbox_id,
		) =>
			repositories.messages.insert({
				conversation,
				messageType: MessageType.INCOMING,
				content: 'Hello',
				contentType: 'text',
				contentAttributes: {},
				isPrivate: false,
				echoId,
				sender: { type: 'Contact', id: conversation.contact_id },
				sessionId,
				createdAt: Date.now(),
			});

		test('the store names its database, and checks that it answers', async () => {
			assert.equal(store.database, database);
			await store.check();
		});

		test('the store reopens what it has written, and runs no migration twice', async () => {
			const again = await openStore(options);
			assert.equal((await again.channels.findByWebsiteToken('site'))?.inbox.name, 'Site');
			await again.close();
		});

		test('bytes of a direct upload that arrive twice at the same moment count once on the quota', async (t) => {
			const dataDir = await mkdtemp(join(tmpdir(), 'live-chat-store-'));
			t.after(() => rm(dataDir, { recursive: true }));
			const folder = createFolderStorage(dataDir);
			const arrivals = 2;
			let arrived = 0;
			const both = Promise.withResolvers<void>();
			/**
			 * Begins to keep the bytes when both have arrived: neither has found those of the
			 * other.
			 */
			const storage: Storage = {
				...folder,
				async keep(received, key) {
					arrived += 1;
					if (arrived === arrivals) both.resolve();
					await both.promise;
					await folder.keep(received, key);
				},
			};
			let used = 0;
			const files = createFiles({
				blobs: store.blobs,
				storage,
				dataDir,
				secretKeys: ['a secret of this test'],
				baseUrl: '',
				diskFloor: 0,
				linkDays: 30,
				uploadQuota: {
					require: async () => {},
					take: async (_sender, bytes) => void (used += bytes),
					giveBack: async (_sender, bytes) => void (used -= bytes),
				},
			});
			const bytes = Buffer.from('twice');
			const blob = await files.announce({
				name: 'a.txt',
				contentType: 'text/plain',
				byteSize: bytes.length,
				checksum: createHash('md5').update(bytes).digest('base64'),
			});
			const address = files.sign('upload', blob, 1);
			const put = () => files.receive(address, Readable.from([bytes]));
			await Promise.all([put(), put()]);
			assert.equal(arrived, arrivals);
			assert.equal(used, bytes.length);
			await put();
			assert.equal(used, bytes.length, 'nor does a later repetition');
		});

		test('the store returns booleans, numbers, objects and text unchanged', async () => {
			const contact = await store.contacts.insert(1, 'O’Brien "\\ 🙂 \'; drop table contacts --');
			const attributes = { text: 'a"b', number: 1.5, yes: true, none: null, list: [1, { deep: [] }] };
			const stored = await store.contacts.update(contact.id, {
				blocked: true,
				custom_attributes: attributes,
			});
			assert.equal(stored.name, contact.name);
			assert.equal(stored.blocked, true);
			assert.deepEqual(stored.custom_attributes, attributes);
			assert.equal(typeof stored.created_at, 'number');
			const message = await write(store, await begin(store));
			assert.equal(message.private, false);
			assert.deepEqual(message.content_attributes, {});
		});

		test('the store returns lists, an empty one and null unchanged', async () => {
			const channel = await createChannel(store, { accountId: 1, settings: { name: 'Shop' }, websiteToken: 'shop' });
			const widget = { allowed_domains: ['https://shop.example', '*.shop.example'], allowed_file_types: ['image/*'] };
			await store.channels.update(channel.inbox.id, { widget });
			const stored = await store.channels.find(channel.inbox.id);
			assert.deepEqual(stored.widget.allowed_domains, widget.allowed_domains);
			assert.deepEqual(stored.widget.allowed_file_types, widget.allowed_file_types);
			await store.channels.update(channel.inbox.id, { widget: { allowed_domains: [], allowed_file_types: null } });
			const cleared = await store.channels.find(channel.inbox.id);
			assert.deepEqual([cleared.widget.allowed_domains, cleared.widget.allowed_file_types], [[], null]);
		});

		test('the store keeps text that looks like JSON as text', async () => {
			const conversation = await begin(store);
			const message = await store.messages.update((await write(store, conversation)).id, { content: '{"a":1}' });
			assert.equal(message.content, '{"a":1}');
		});

		test('a failed transaction stores nothing', async () => {
			const before = (await store.accounts.find(1))?.last_display_id;
			await assert.rejects(
				store.transaction(async (repositories) => {
					await begin(repositories);
					throw new Error('no');
				}),
				/no/,
			);
			assert.equal((await store.accounts.find(1))?.last_display_id, before);
		});

		test('display ids of an account ascend without gaps, also in concurrent transactions', async () => {
			const begun = await Promise.all(Array.from({ length: 10 }, () => store.transaction(begin)));
			const ids = begun.map(({ display_id }) => display_id).toSorted((a, b) => a - b);
			assert.deepEqual(
				ids,
				Array.from({ length: 10 }, (_, index) => (ids[0] ?? 0) + index),
			);
		});

		test('the store accepts one message per session and echo id, and any number without one', async () => {
			const conversation = await begin(store);
			await write(store, conversation, 'e');
			await assert.rejects(write(store, conversation, 'e'));
			await write(store, await begin(store), 'e');
			await write(store, conversation);
			await write(store, conversation);
			const { messages } = await store.messages.listPage({ conversationId: conversation.id, isPublicOnly: true });
			assert.equal(messages.length, 3);
		});

		test('the store refuses rows whose owner does not exist', async () => {
			await assert.rejects(store.channels.addMember(999, 999));
		});

		test('a sign-in token is spent once, by its user, in time', async () => {
			const user = await addAgent(store, 1, { name: 'Ada', email: 'Ada@Example.com', role: 'agent' });
			await store.signInTokens.insert('hash', user.id, Date.now() + 60_000);
			assert.equal(await store.signInTokens.spend('hash', user.id + 1), false);
			const spent = await Promise.all([1, 2, 3].map(() => store.signInTokens.spend('hash', user.id)));
			assert.deepEqual(spent.filter(Boolean), [true]);
			await store.signInTokens.insert('late', user.id, Date.now() - 1);
			assert.equal(await store.signInTokens.spend('late', user.id), false);
			assert.equal((await store.users.findByEmail('ADA@example.com'))?.id, user.id);
		});

		test('administrators and members may read an inbox, other agents may not', async () => {
			const newAgent = (name: string, role: 'agent' | 'administrator') =>
				addAgent(store, 1, { name, email: `${name}@example.com`, role });
			const [admin, member, stranger] = [
				await newAgent('admin', 'administrator'),
				await newAgent('member', 'agent'),
				await newAgent('stranger', 'agent'),
			];
			await store.channels.addMember(1, member.id);
			await store.channels.addMember(1, member.id);
			const readers = await store.users.listReaderIds(1, 1);
			assert.deepEqual(
				[admin.id, member.id, stranger.id].map((id) => readers.includes(id)),
				[true, true, false],
			);
			assert.deepEqual(await store.channels.listVisibleInboxIds(1, { user_id: stranger.id, role: 'agent' }), []);
		});

		test('a conversation never becomes older by a change, also where another machine has a clock that is ahead', async (t) => {
			const { id, updated_at } = await begin(store);
			t.mock.method(Date, 'now', () => updated_at + 10_000);
			assert.equal((await store.conversations.update(id, { status: 'resolved' })).updated_at, updated_at + 10_000);
			t.mock.restoreAll();
			t.mock.method(Date, 'now', () => updated_at + 9_000);
			assert.equal((await store.conversations.update(id, { status: 'open' })).updated_at, updated_at + 10_001);
		});

		test('a transaction that violates the same constraint again is not run a third time', async () => {
			const conversation = await begin(store);
			let runs = 0;
			const repeat = store.transaction(async (repositories) => {
				runs += 1;
				await write(repositories, conversation, 'the same');
				await write(repositories, conversation, 'the same');
			});
			await assert.rejects(repeat);
			assert.equal(runs, database === 'sqlite' ? 1 : 2);
		});

		test('the counts of conversations follow every change, also after their rows are joined', async () => {
			const filter = { accountId: 1, inboxIds: [1], assigneeType: 'all', labels: undefined, userId: 1 } as const;
			const count = async (status: ConversationStatus | 'all') =>
				(await store.conversationCounts.count({ ...filter, status: status === 'all' ? status : [status] })).all;
			const user = await addAgent(store, 1, { name: 'Kim', email: 'kim@example.com', role: 'agent' });
			const [open, all] = [await count('open'), await count('all')];
			const [first, second] = [await begin(store), await begin(store)];
			await store.conversations.update(first.id, { status: 'resolved', assignee_id: user.id });
			assert.deepEqual([await count('open'), await count('all')], [open + 1, all + 2]);
			const ofKim = async () => store.conversationCounts.count({ ...filter, userId: user.id, status: ['resolved'] });
			assert.equal((await ofKim()).mine, 1);
			await store.conversations.update(first.id, { assignee_id: null });
			assert.equal((await ofKim()).mine, 0);
			await store.conversations.deleteOfSessions([second.contact_inbox_id]);
			const before = [await count('open'), await count('resolved'), await count('all')];
			const kinds = await store.conversationCounts.listRepeated(1_000);
			assert.ok(kinds.length > 0);
			// Twice at once, as two processes do.
			const join = () =>
				store.transaction(async ({ conversationCounts }) => {
					for (const kind of kinds) await conversationCounts.compact(kind);
				});
			await Promise.all([join(), join()]);
			assert.deepEqual(await store.conversationCounts.listRepeated(1_000), []);
			assert.deepEqual([await count('open'), await count('resolved'), await count('all')], before);
			assert.deepEqual(before, [open, (await ofKim()).all, all + 1]);
		});

		test('a contact that is absorbed leaves everything to the survivor', async () => {
			const [survivor, merged] = [await begin(store), await begin(store)];
			const message = await write(store, merged);
			await store.transaction((repositories) => repositories.contacts.absorb(survivor.contact_id, merged.contact_id));
			assert.equal((await store.conversations.find(merged.id)).contact_id, survivor.contact_id);
			assert.equal((await store.messages.findInConversation(merged.id, message.id))?.sender_id, survivor.contact_id);
			assert.deepEqual(await store.contacts.listByIds([merged.contact_id]), []);
		});
	});
}
