/** The team's search (docs/application-api.md, Search). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import type { FoundContact, FoundConversation, FoundMessage } from '#protocol/application/searchRoutes.ts';
import { createAccounts } from '../../../src/server/store/people/accounts.ts';
import { createContacts } from '../../../src/server/store/contacts/contacts.ts';
import { migrate } from '../../../src/server/store/migrations/index.ts';
import { openPostgres, postgresTypes } from '../../../src/server/store/engines/postgres.ts';
import { openSqlite, sqliteTypes } from '../../../src/server/store/engines/sqlite.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { addChannel, addForeignChannel, addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

interface Found {
	payload: { conversations: FoundConversation[]; contacts: FoundContact[]; messages: FoundMessage[] };
}
interface Listed {
	data: { meta: { all_count: number }; next_cursor: string | null; payload: TeamConversation[] };
}

export function describeSearch(database: string, prepare: Prepare): void {
	describe(`search on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => {
			setup = await startConversationServer(prepare);
		});
		after(() => setup.stop());

		const search = async (q: string, agent: Agent = setup.agent) =>
			(await agent.call<Found>(`search?q=${encodeURIComponent(q)}`)).body.payload;
		const texts = async (q: string, agent?: Agent) => (await search(q, agent)).messages.map(({ content }) => content);
		const names = async (q: string) => (await search(q)).contacts.map(({ name }) => name);
		const write = async (...messages: string[]) => {
			const visitor = await createVisitor(setup.server.origin);
			for (const message of messages) await visitor.write(message);
			return { visitor, displayId: (await visitor.write('That is all')).conversation_id };
		};

		for (const [text, sought, unsought] of [
			['The Größe of my Çay cup', ['grosse', 'GROSS cay', 'cup çay'], ['rosse', 'grosse plate']],
			['Order 4711-B for ada@kiln.example', ['4711', 'ada@kiln.example', 'kiln ord'], ['711', 'b for kilns']],
			[
				'Łukasz, Søren, Đặng, Yıldız, Þóra and Ægir',
				['lukasz soren', 'dang', 'yildiz', 'thora', 'aegir', 'Łukasz'],
				['ukasz'],
			],
			['فروشگاه كتاب می‌خواهم ٤٥٦', ['کتاب', 'میخواهم', '456'], ['خواهم']],
			[
				'Ring me: +49 151 2223334, please',
				[
					'+491512223334',
					'491512223334',
					'0151 2223334',
					'01512223334',
					'0151/222-3334',
					'0049 (0)151 2223334',
					'151 2223',
				],
				['223334', '+43 151 9223334', '151 2223335'],
			],
			['Or at home: 0711 / 98-76-54', ['+49711987654', '0711987654', '0711 987654', '711 98 76 54'], ['0711 987655']],
			['8 (915) 555-44-33 или нет', ['+79155554433', '89155554433', '915 555 44 33'], []],
			['Article A-1009 in v2.10.3', ['A1009', 'a 1009', 'A-1009', '2.10.3', 'v2.10'], ['B1009', '009', '2.10.4']],
			['Part B2077 and 3.14.15', ['b-2077', 'B2077', '2077', '3.14.15', '3.14'], ['A2077', 'v3.14.15']],
			['東京への送料はいくらですか', ['東京', '送料', '送'], ['京東', '送料無']],
			['Сколько стоит доставка?', ['стоит', 'ДОСТ'], ['ставка']],
			[
				"It's 'quoted' & (odd) | words:* <-> \\ \"here\"",
				["'quoted'", '(odd) |', 'words:*', '\\ "here"'],
				["'quotes'"],
			],
		] as const) {
			test(`"${text}" is found by its words and their beginnings, without case and accents`, async () => {
				await write(text);
				for (const q of sought) assert.deepEqual(await texts(q), [text], q);
				for (const q of unsought) assert.deepEqual(await texts(q), [], q);
			});
		}

		test('what was stored before is found as it is folded now', async () => {
			const { options, query, cleanUp } = await prepare();
			const dataDir = options.dataDir ?? '';
			const { databaseUrl } = options;
			const earlier = databaseUrl === undefined ? openSqlite(dataDir, () => undefined) : openPostgres(databaseUrl);
			const types = databaseUrl === undefined ? sqliteTypes : postgresTypes;
			await migrate(earlier, types, { mayUpgrade: true, last: '0032_contact_labels' });
			const { id: accountId } = await createAccounts(earlier).insert('Halden');
			const contacts = createContacts(earlier);
			for (const name of ['Łukasz', 'Mira']) {
				const { id } = await contacts.insert(accountId, name);
				await contacts.update(id, { phone_number: name === 'Mira' ? null : '+48221234567', email: `${id}@x.example` });
			}
			await earlier.destroy();
			await query('delete from contact_words');
			await query(`insert into portals (id, account_id, slug, name, color, default_locale, allowed_locales, archived, created_at, updated_at)
				values (1, ${accountId}, 'halden', 'Halden', '#000000', 'pl', '["pl"]', ${databaseUrl === undefined ? 0 : 'false'}, 1, 1)`);
			await query(`insert into articles (portal_id, locale, slug, title, description, content, status, position, search_title, search_text, created_at, updated_at)
				values (1, 'pl', 'paczka', 'Ładna', '', 'Żółw', 'published', 1, 'ładna', 'ładna zołw', 1, 1)`);
			const store = await openStore({ dataDir, databaseUrl });
			try {
				for (const text of ['lukasz', 'Łuk', '022 123 45 67', '+48 (22) 1234567']) {
					const { contacts: found } = await store.search.listContacts(
						{ accountId, text },
						{ sort: 'name', start: { page: 1 }, limit: 15 },
					);
					assert.deepEqual(
						found.map(({ name }) => name),
						['Łukasz'],
						text,
					);
				}
				const [article] = await query('select search_title, search_text from articles');
				assert.deepEqual([article?.['search_title'], article?.['search_text']], ['ladna', 'ladna\n\nzolw']);
			} finally {
				await store.close();
				await cleanUp();
			}
		});

		test('messages are found newest first, 15 a page, also notes, until they are deleted; activity lines are not', async () => {
			const { displayId } = await write('Kestrel 1', 'Kestrel 2');
			await setup.agent.write(displayId, 'Kestrel 3', { private: true });
			await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			assert.deepEqual(await texts('kestrel'), ['Kestrel 3', 'Kestrel 2', 'Kestrel 1']);
			assert.deepEqual(await texts('resolved'), []);
			const [newest] = (await search('kestrel')).messages;
			assert.deepEqual([newest?.conversation_id, newest?.private, newest?.inbox.id], [displayId, true, 1]);
			const path = `conversations/${displayId}/messages/${newest?.id}`;
			assert.equal((await setup.agent.call(path, { method: 'DELETE' })).status, 200);
			assert.deepEqual(await texts('kestrel'), ['Kestrel 2', 'Kestrel 1']);
			for (let number = 4; number < 18; number++) await setup.agent.write(displayId, `Kestrel ${number}`);
			const page = async (number: number) =>
				(await setup.agent.call<Found>(`search/messages?q=kestrel&page=${number}`)).body.payload.messages.length;
			assert.deepEqual([await page(1), await page(2), await page(3)], [15, 1, 0]);
		});

		test('an agent finds nothing of inboxes and accounts that are not theirs, and nothing without a word', async () => {
			await addChannel(setup.where, { name: 'Other', websiteToken: 'other' });
			const { visitor, displayId } = await write('Puffin');
			await visitor.call('contact', { method: 'PATCH', body: { email: 'puffin@x.example' } });
			await addForeignChannel(setup.where, 'foreign');
			await (await createVisitor(setup.server.origin, undefined, 'foreign')).write('Puffin abroad');
			const email = 'outside@x.example';
			const { id } = (await setup.agent.call<{ id: number }>('agents', { body: { name: 'Outside', email } })).body;
			await setup.agent.call('inbox_members', { body: { inbox_id: 2, user_ids: [id] } });
			const outside = createAgent(setup.server.origin, await addToken(setup.where, email));
			const found = await search('puffin');
			assert.deepEqual(
				[found.messages.map(({ content }) => content), found.conversations.map((of) => of.id), found.contacts.length],
				[['Puffin'], [displayId], 1],
			);
			const own = await search('puffin', outside);
			assert.deepEqual([own.messages, own.conversations, own.contacts.length], [[], [], 1]);
			for (const q of ['puffin', String(displayId)]) {
				const { body } = await outside.call<Listed>(`conversations?q=${q}`);
				assert.deepEqual([body.data.payload, body.data.meta.all_count], [[], 0]);
			}
			assert.deepEqual((await search(String(displayId), outside)).conversations, []);
			for (const q of ['', ' ', '?!'])
				assert.deepEqual(await search(q), { conversations: [], contacts: [], messages: [] });
		});

		test('contacts are found by what is known of them now', async () => {
			const body = {
				name: 'Émile Lapwing',
				email: 'emile@lapwing.example',
				phone_number: '+4915199900011',
				identifier: 'lap-77',
				additional_attributes: { company_name: 'Wading & Co' },
			};
			const { id } = (await setup.agent.call<{ payload: { contact: TeamContact } }>('contacts', { body })).body.payload
				.contact;
			for (const q of ['emile', 'lapwing.example', '+49151999', 'lap-77', 'wading'])
				assert.deepEqual(await names(q), [body.name], q);
			const path = `contacts/${id}`;
			await setup.agent.call(path, { method: 'PATCH', body: { name: 'Emil Heron', email: 'heron@x.example' } });
			assert.deepEqual([await names('lapwing'), await names('heron x.example')], [[], ['Emil Heron']]);
			const listed = await setup.agent.call<{ meta: { count: number }; payload: TeamContact[] }>(
				'contacts/search?q=her',
			);
			assert.deepEqual([listed.body.meta.count, listed.body.payload[0]?.id], [1, id]);
			await setup.agent.call(path, { method: 'DELETE' });
			assert.deepEqual(await names('heron'), []);
		});

		test('conversations are found by their number and their contact, also an anonymous one', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			const { sender } = (await setup.agent.conversation(displayId)).meta;
			for (const q of [String(displayId), `#${displayId}`, sender.name]) {
				const found = (await search(q)).conversations.find(({ id }) => id === displayId);
				assert.deepEqual([found?.contact.name, found?.message?.content], [sender.name, 'Hello'], q);
			}
			assert.deepEqual(await names(sender.name), []);
		});

		test('the list is limited to conversations with the words, of any status, in its order and by its other filters', async () => {
			const begun: number[] = [];
			for (let number = 0; number < 27; number++) begun.push((await write(`Curlew ${number}`)).displayId);
			const [first = 0, second = 0] = begun;
			await setup.agent.call(`conversations/${first}/toggle_status`, { body: { status: 'resolved' } });
			await setup.agent.call(`conversations/${second}/labels`, { body: { labels: ['curlews'] } });
			const list = async (query: string) =>
				(await setup.agent.call<Listed>(`conversations?q=curlew&${query}`)).body.data;
			const page = await list('sort_by=created_at_asc&status=open');
			assert.equal(page.meta.all_count, 27);
			assert.deepEqual(
				page.payload.map(({ id }) => id),
				begun.slice(0, 25),
			);
			const next = await list(`sort_by=created_at_asc&cursor=${page.next_cursor}`);
			assert.deepEqual([next.payload.map(({ id }) => id), next.next_cursor], [begun.slice(25), null]);
			assert.deepEqual(
				(await list('sort_by=created_at_desc&page=2')).payload.map(({ id }) => id),
				[second, first],
			);
			assert.deepEqual(
				(await list('labels=curlews')).payload.map(({ id }) => id),
				[second],
			);
			assert.equal((await list('assignee_type=me')).payload.length, 0);
			const counts = await setup.agent.call<{ meta: object }>('conversations/meta?q=curlew');
			assert.deepEqual(counts.body.meta, { mine_count: 0, assigned_count: 0, unassigned_count: 27, all_count: 27 });
		});
	});
}
