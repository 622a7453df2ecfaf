/** Conversations by conditions, and filters that agents keep (docs/application-api.md, Filters). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { addToken } from '../../support/channel.ts';
import { beginConversation, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

interface Found {
	meta: { mine_count: number; unassigned_count: number; all_count: number };
	next_cursor: string | null;
	payload: TeamConversation[];
	error: string;
}

type Condition = [key: string, operator: string, values?: unknown, join?: 'and' | 'OR'];

const DAY = 24 * 60 * 60 * 1000;

export function describeFilters(database: string, prepare: Prepare): void {
	describe(`filters on ${database}`, () => {
		let setup: ConversationServer;
		/** Has the role `agent`, and sees the demo's website alone. */
		let noor: Agent;
		/** Display ids, in the order in which they began. */
		let ids: number[];
		before(async () => {
			setup = await startConversationServer(prepare);
			noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			ids = [];
			for (let index = 0; index < 4; index++)
				ids.push(await beginConversation(await createVisitor(setup.server.origin)));
			for (const [key, type] of [
				['plan', 'text'],
				['seats', 'number'],
				['renews', 'date'],
				['trial', 'checkbox'],
				['a "quoted" key', 'text'],
			])
				await setup.agent.call('custom_attribute_definitions', {
					body: {
						attribute_key: key,
						attribute_display_name: key,
						attribute_display_type: type,
						attribute_model: 'conversation_attribute',
					},
				});
			const [first, second, third] = ids;
			const change = (id: number | undefined, path: string, body: object) =>
				setup.agent.call(`conversations/${id}/${path}`, { body });
			await change(first, 'labels', { labels: ['vip'] });
			await change(first, 'toggle_priority', { priority: 'urgent' });
			await change(first, 'custom_attributes', {
				custom_attributes: { plan: 'Gold 100%', seats: 5, renews: '2026-03-01', trial: true, 'a "quoted" key': 'x' },
			});
			await change(second, 'labels', { labels: ['vip', 'returns'] });
			await change(second, 'custom_attributes', { custom_attributes: { plan: 'silver', seats: '12', trial: false } });
			await change(second, 'toggle_status', { status: 'resolved' });
			await change(third, 'assignments', { assignee_id: (await noor.profile()).id });
			await setup.query(
				`update conversations set additional_attributes = '{"referer": "https://shop.example/Cups", "browser_language": "de"}', created_at = ${Date.UTC(2026, 0, 5, 23)} where display_id = ${third}`,
			);
		});
		after(() => setup.stop());

		const ask = async (conditions: readonly Condition[], query = '', as: Agent = setup.agent) =>
			as.call<Found>(`conversations/filter${query}`, {
				body: {
					payload: conditions.map(([attribute_key, filter_operator, values, query_operator]) => ({
						attribute_key,
						filter_operator,
						values,
						query_operator,
					})),
				},
			});
		/** Which of the four it finds, from 1, in the order in which they began. */
		const find = async (...conditions: Condition[]): Promise<number[]> => {
			const { status, body } = await ask(conditions);
			assert.equal(status, 200, JSON.stringify(body));
			assert.equal(body.meta.all_count, body.payload.length);
			return body.payload.map(({ id }) => ids.indexOf(id) + 1).toSorted((one, other) => one - other);
		};

		test('conditions choose conversations of any status', async () => {
			assert.deepEqual(await find(), [1, 2, 3, 4]);
			assert.deepEqual(await find(['status', 'equal_to', ['all']]), [1, 2, 3, 4]);
			assert.deepEqual(await find(['status', 'not_equal_to', ['all']]), []);
			assert.deepEqual(await find(['status', 'equal_to', ['resolved', 'snoozed']]), [2]);
			assert.deepEqual(await find(['status', 'equal_to', ['unknown']]), []);
			assert.deepEqual(await find(['priority', 'equal_to', ['urgent']]), [1]);
			assert.deepEqual(await find(['priority', 'not_equal_to', ['low']]), [1]);
			assert.deepEqual(await find(['labels', 'equal_to', ['VIP']]), [1, 2]);
			assert.deepEqual(await find(['labels', 'not_equal_to', ['returns', 'none']]), [1, 3, 4]);
			assert.deepEqual(await find(['labels', 'is_not_present']), [3, 4]);
			assert.deepEqual(await find(['labels', 'is_present', []]), [1, 2]);
			assert.deepEqual(await find(['assignee_id', 'is_present']), [3]);
			const noorId = (await noor.profile()).id;
			assert.deepEqual(await find(['assignee_id', 'equal_to', [String(noorId)]]), [3]);
			assert.deepEqual(await find(['assignee_id', 'not_equal_to', [noorId]]), []);
			assert.deepEqual(await find(['inbox_id', 'equal_to', [1]]), [1, 2, 3, 4]);
			assert.deepEqual(await find(['campaign_id', 'is_present']), []);
			assert.deepEqual(await find(['display_id', 'equal_to', [ids[0], ids[3]]]), [1, 4]);
			assert.deepEqual(
				await find(['display_id', 'contains', [ids[0]]]),
				ids.flatMap((id, index) => (String(id).includes(String(ids[0])) ? [index + 1] : [])),
			);
			assert.deepEqual(await find(['referer', 'contains', ['shop.example/cups']]), [3]);
			assert.deepEqual(await find(['referer', 'contains', ['shop_example']]), []);
			assert.deepEqual(await find(['browser_language', 'equal_to', ['de']]), [3]);
		});

		test('dates are days in UTC, and the day itself is neither before nor after', async () => {
			assert.deepEqual(await find(['created_at', 'is_less_than', ['2026-01-06']]), [3]);
			assert.deepEqual(await find(['created_at', 'is_less_than', ['2026-01-05']]), []);
			assert.deepEqual(await find(['created_at', 'is_greater_than', ['2026-01-05']]), [1, 2, 4]);
			const days = Math.floor(Date.now() / DAY) - Date.UTC(2026, 0, 5) / DAY;
			assert.deepEqual(await find(['created_at', 'days_before', [days - 1]]), [3]);
			assert.deepEqual(await find(['created_at', 'days_before', [String(days)]]), []);
		});

		test('"and" binds closer than "or"', async () => {
			assert.deepEqual(
				await find(
					['status', 'equal_to', ['resolved'], 'OR'],
					['labels', 'equal_to', ['vip'], 'and'],
					['priority', 'equal_to', ['urgent']],
				),
				[1, 2],
			);
			assert.deepEqual(
				await find(
					['labels', 'equal_to', ['vip'], 'and'],
					['status', 'equal_to', ['open'], 'OR'],
					['assignee_id', 'is_present'],
				),
				[1, 3],
			);
		});

		test("the account's own attributes are compared by their type, and what lacks one is unequal", async () => {
			assert.deepEqual(await find(['plan', 'equal_to', ['gold 100%']]), [1]);
			assert.deepEqual(await find(['plan', 'contains', ['%']]), [1]);
			assert.deepEqual(
				await find(['plan', 'not_equal_to', ['SILVER'], 'and'], ['status', 'equal_to', ['open']]),
				[1, 3, 4],
			);
			assert.deepEqual(await find(['plan', 'does_not_contain', ['gold']]), [2, 3, 4]);
			assert.deepEqual(await find(['plan', 'is_not_present']), [3, 4]);
			assert.deepEqual(await find(['seats', 'is_greater_than', [5]]), [2]);
			assert.deepEqual(await find(['seats', 'equal_to', ['5']]), [1]);
			assert.deepEqual(await find(['renews', 'is_less_than', ['2026-03-02']]), [1]);
			assert.deepEqual(await find(['renews', 'days_before', [1]]), [1]);
			assert.deepEqual(await find(['trial', 'equal_to', [true]]), [1]);
			assert.deepEqual(await find(['trial', 'equal_to', ['false']]), [2]);
			assert.deepEqual(await find(['a "quoted" key', 'equal_to', ['x']]), [1]);
		});

		test('what is no condition is refused in the words of Chatwoot', async () => {
			const refuse = async (...conditions: Condition[]) => {
				const { status, body } = await ask(conditions);
				return [status, body.error];
			};
			assert.deepEqual(await refuse(['plans', 'equal_to', ['x']]), [
				422,
				'Invalid attribute key - [plans]. The key should be one of [status,priority,assignee_id,inbox_id,team_id,labels,campaign_id,display_id,created_at,last_activity_at,browser_language,conversation_language,country_code,referer,mail_subject] or a custom attribute defined in the account.',
			]);
			assert.deepEqual(await refuse(['status', 'contains', ['open']]), [
				422,
				'Invalid operator. The allowed operators for status are [equal_to,not_equal_to].',
			]);
			const values = (key: string) => [422, `Invalid value. The values provided for ${key} are invalid`];
			for (const given of [undefined, [], [''], ['soon']])
				assert.deepEqual(await refuse(['inbox_id', 'equal_to', given]), values('inbox_id'));
			for (const day of ['2026-02-30', 'yesterday', '2026-1-5'])
				assert.deepEqual(await refuse(['created_at', 'is_less_than', [day]]), values('created_at'));
			const join = [422, 'Query operator must be either "AND" or "OR".'];
			assert.deepEqual(await refuse(['labels', 'is_present', []], ['priority', 'equal_to', ['low']]), join);
			assert.deepEqual(await refuse(['labels', 'is_present', [], 'and']), join);
			assert.equal((await setup.agent.call('conversations/filter', { body: {} })).status, 422);
			const [many] = await refuse(...Array.from({ length: 51 }, (): Condition => ['labels', 'is_present', [], 'and']));
			assert.equal(many, 422);
		});

		test('nobody finds conversations of inboxes that they do not see', async () => {
			const store = await openStore(setup.where);
			const { inbox } = await createChannel(store, {
				accountId: 1,
				userIds: [],
				settings: { name: 'Hidden' },
				websiteToken: 'hidden',
			});
			await store.close();
			const hidden = await beginConversation(await createVisitor(setup.server.origin, undefined, 'hidden'));
			const conditions: Condition[] = [
				['inbox_id', 'equal_to', [inbox.id], 'OR'],
				['display_id', 'equal_to', [hidden]],
			];
			assert.equal((await ask(conditions)).body.meta.all_count, 1);
			assert.deepEqual((await ask(conditions, '', noor)).body.payload, []);
			assert.equal((await ask(conditions, '', noor)).body.meta.all_count, 0);
			const { body } = await ask([], '', noor);
			assert.deepEqual([body.meta.mine_count, body.meta.unassigned_count, body.meta.all_count], [1, 3, 4]);
		});

		test('pages go on by number and by cursor', async () => {
			for (let index = 0; index < 26; index++) await beginConversation(await createVisitor(setup.server.origin));
			const conditions: Condition[] = [['labels', 'is_not_present', []]];
			const first = (await ask(conditions)).body;
			const second = (await ask(conditions, '?page=2')).body;
			assert.deepEqual((await ask(conditions, `?cursor=${first.next_cursor}`)).body.payload, second.payload);
			assert.equal(new Set([...first.payload, ...second.payload].map(({ id }) => id)).size, first.meta.all_count);
			assert.equal(second.next_cursor, null);
		});

		test('kept filters are counted, but for those that cannot be read', async () => {
			const keep = async (name: string, query: object, filter_type = 'conversation') =>
				(await noor.call<CustomFilter>('custom_filters', { body: { name, query, filter_type } })).body.id;
			const labelled = (title: string) => ({
				payload: [{ attribute_key: 'labels', filter_operator: 'equal_to', values: [title], query_operator: null }],
			});
			const [vip, returns] = [await keep('vip', labelled('vip')), await keep('returns', labelled('returns'))];
			const others = [
				await keep('strange', { search: 'vip' }),
				await keep('gone', { payload: [{ attribute_key: 'gone', filter_operator: 'equal_to', values: ['1'] }] }),
				await keep('contacts', labelled('vip'), 'contact'),
			];
			const counts = async (agent: Agent) =>
				(await agent.call<{ payload: { id: number; count: number }[] }>('custom_filters/counts')).body.payload;
			assert.deepEqual(
				(await counts(noor)).toSorted((one, other) => one.id - other.id),
				[
					{ id: vip, count: 2 },
					{ id: returns, count: 1 },
				],
			);
			assert.deepEqual(await counts(setup.agent), [], 'those of others are their own');
			for (const id of [vip, returns, ...others]) await noor.call(`custom_filters/${id}`, { method: 'DELETE' });
		});

		test('agents keep filters of their own, and share them', async () => {
			const query = { payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }] };
			const keep = async (body: object) =>
				(await noor.call<CustomFilter & { message: string }>('custom_filters', { body })).body;
			const list = async (agent: Agent, type = '') =>
				(await agent.call<CustomFilter[]>(`custom_filters${type}`)).body.map(({ name }) => name);
			const own = await keep({ custom_filter: { name: 'Open', filter_type: 'conversation', query } });
			assert.deepEqual([own.query, own.shared], [query, false]);
			assert.match(own.created_at, /^\d{4}-\d\d-\d\dT.*Z$/);
			const segment = await keep({ name: 'Customers', filter_type: 'contact', query: {}, shared: true });
			assert.deepEqual([await list(noor), await list(noor, '?filter_type=contact')], [['Open'], ['Customers']]);
			assert.deepEqual([await list(setup.agent), await list(setup.agent, '?filter_type=contact')], [[], ['Customers']]);
			const path = `custom_filters/${own.id}`;
			for (const method of ['GET', 'PATCH', 'DELETE'])
				assert.equal(
					(await setup.agent.call(path, { method, ...(method === 'PATCH' ? { body: {} } : {}) })).status,
					404,
				);
			const shared = await noor.call<CustomFilter>(path, { method: 'PATCH', body: { shared: true, name: 'All open' } });
			assert.deepEqual([shared.body.name, shared.body.query], ['All open', query]);
			assert.deepEqual(await list(setup.agent), ['All open']);
			const stale = { method: 'PATCH', headers: { 'if-match': own.etag }, body: { name: 'Mine' } };
			assert.equal((await noor.call(path, stale)).status, 412);
			const deleted = await setup.agent.call(`custom_filters/${segment.id}?filter_type=contact`, { method: 'DELETE' });
			assert.equal(deleted.status, 204);
			assert.equal((await keep({ name: ' ', filter_type: 'conversation', query })).message, "Name can't be blank");
			assert.equal(
				(await keep({ name: 'Large', query: { text: 'x'.repeat(20_000) } })).message,
				'Query is too large (maximum is 20000 bytes)',
			);
			for (let index = 0; index < 49; index++) await keep({ name: `Filter ${index}` });
			assert.equal((await keep({ name: 'One more' })).message, 'There are too many filters (maximum is 50)');
		});
	});
}
