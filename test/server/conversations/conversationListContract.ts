/**
 * The team's list by labels and in every order (docs/application-api.md, Conversations), compared
 * with a slow computation.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CONVERSATION_SORTS, type ConversationSort } from '#protocol/application/applicationRoutes.ts';
import type { TeamConversation } from '#protocol/entities/entities.ts';
import { beginConversation, createVisitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { CONVERSATIONS_PER_PAGE } from '../../../src/server/store/conversations/conversationList.ts';

interface Page {
	meta: { mine_count: number; assigned_count: number; unassigned_count: number; all_count: number };
	payload: TeamConversation[];
	next_cursor: string | null;
}

const RANKS = { urgent: 4, high: 3, medium: 2, low: 1 };
const SHORT: Partial<Record<ConversationSort, ConversationSort>> = {
	latest: 'last_activity_at_desc',
	sort_on_created_at: 'created_at_asc',
	sort_on_priority: 'priority_desc',
	sort_on_waiting_since: 'waiting_since_asc',
};

/** The whole list in the order. */
function sorted(all: readonly TeamConversation[], sort: ConversationSort): number[] {
	const name = SHORT[sort] ?? sort;
	const isDescending = name.endsWith('_desc');
	const sign = isDescending ? -1 : 1;
	const keys = (one: TeamConversation): number[] => {
		if (name.startsWith('created')) return [sign * one.id];
		if (name.startsWith('last')) return [sign * one.last_activity_at, sign * one.id];
		if (name.startsWith('waiting'))
			return one.waiting_since === 0 ? [1, one.id] : [0, sign * one.waiting_since, sign * one.id];
		return [one.priority ? sign * RANKS[one.priority] : 9, -one.last_activity_at, -one.id];
	};
	return all
		.toSorted((one, other) => {
			const [own, others] = [keys(one), keys(other)];
			for (const [index, key] of own.entries()) {
				const difference = key - (others[index] ?? 0);
				if (difference !== 0) return difference;
			}
			return 0;
		})
		.map(({ id }) => id);
}

export function describeConversationList(database: string, prepare: Prepare): void {
	describe(`the list of conversations on ${database}`, () => {
		let setup: ConversationServer;
		let all: TeamConversation[];
		const list = async (query: string) => (await setup.agent.call<{ data: Page }>(`conversations?${query}`)).body.data;
		before(async () => {
			setup = await startConversationServer(prepare);
			const ids = await Promise.all(
				Array.from({ length: 40 }, async () => beginConversation(await createVisitor(setup.server.origin))),
			);
			for (const id of ids) {
				const priority = ['urgent', 'high', 'medium', 'low', null][id % 5] ?? null;
				const waiting = id % 3 === 0 ? 'null' : String(1_000_000_000_000 + (id % 7) * 60_000);
				const status = ['open', 'open', 'resolved', 'snoozed'][id % 4];
				await setup.query(
					`update conversations set priority = ${priority === null ? 'null' : `'${priority}'`}, waiting_since = ${waiting}, status = '${status}', last_activity_at = ${1_000_000_000_000 + ((id * 7) % 11) * 60_000} where display_id = ${id}`,
				);
				const labels = [...(id % 2 === 0 ? ['even'] : []), ...(id % 5 === 0 ? ['fifth'] : [])];
				await setup.agent.call(`conversations/${id}/labels`, { body: { labels } });
			}
			const { id: own } = await setup.agent.profile();
			for (const id of ids.slice(0, 10))
				await setup.agent.call(`conversations/${id}/assignments`, { body: { assignee_id: own } });
			all = await Promise.all(ids.map((id) => setup.agent.conversation(id)));
		});
		after(() => setup.stop());
		const listSessions = async (contactId: number) =>
			(await setup.agent.call<{ payload: { contact_inboxes: { source_id: string }[] } }>(`contacts/${contactId}`)).body
				.payload.contact_inboxes;

		/** All pages by cursor, and the same by number. */
		const readAll = async (query: string): Promise<number[]> => {
			const ids: number[] = [];
			let cursor: string | null | undefined;
			for (let page = 1; cursor !== null; page++) {
				const read = await list(`${query}${cursor ? `&cursor=${cursor}` : ''}`);
				const numbered = await list(`${query}&page=${page}`);
				assert.deepEqual(
					numbered.payload.map(({ id }) => id),
					read.payload.map(({ id }) => id),
				);
				assert.ok(read.payload.length <= CONVERSATIONS_PER_PAGE);
				ids.push(...read.payload.map(({ id }) => id));
				cursor = read.next_cursor;
			}
			return ids;
		};

		for (const sort of CONVERSATION_SORTS) {
			test(`${sort}: every page, with any filter, is in order`, async () => {
				const mine = ({ meta }: TeamConversation) => meta.assignee !== undefined;
				for (const [query, has] of [
					['status=all', () => true],
					['status=open', ({ status }: TeamConversation) => status === 'open'],
					['status[]=snoozed&status[]=open&status[]=open', ({ status }: TeamConversation) => status !== 'resolved'],
					['status[]=snoozed&status[]=open&inbox_id=1', ({ status }: TeamConversation) => status !== 'resolved'],
					['status=all&assignee_type=odd', () => true],
					['status=all&assignee_type=me', mine],
					['status=all&assignee_type=unassigned', (one: TeamConversation) => !mine(one)],
					['status=all&assignee_type=assigned&inbox_id=1', mine],
					['status=all&labels[]=even', ({ labels }: TeamConversation) => labels.includes('even')],
				] as const) {
					const wanted = sorted(all.filter(has), sort);
					assert.deepEqual(await readAll(`${query}&sort_by=${sort}`), wanted, query);
				}
			});
		}

		test('an unknown order means the last activity first', async () => {
			const [odd, usual] = [await list('status=all&sort_by=odd'), await list('status=all')];
			assert.deepEqual(
				odd.payload.map(({ id }) => id),
				usual.payload.map(({ id }) => id),
			);
		});

		test('an unknown or empty status has no conversations, and is no error', async () => {
			const none = { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: 0 };
			for (const query of ['status=', 'status=odd', 'status[]=odd', 'status=odd&updated_within=3600']) {
				const { payload, meta } = await list(query);
				assert.deepEqual([payload, meta], [[], none], query);
			}
		});

		test('a parameter that a form has left blank changes nothing', async () => {
			const all = (await list('status=open')).payload.map(({ id }) => id);
			assert.ok(all.length > 0);
			const blank = 'status=open&inbox_id=&page=&cursor=&updated_within=&sort_by=&conversation_type=&team_id=';
			assert.deepEqual(
				(await list(blank)).payload.map(({ id }) => id),
				all,
			);
			const refused = await setup.agent.call<{ attributes: string[] }>('conversations?updated_within=&inbox_id=odd');
			assert.deepEqual([refused.status, refused.body.attributes], [422, ['inbox_id']]);
		});

		test('a filter that the list has not is refused, instead of answered with all', async () => {
			for (const path of ['conversations', 'conversations/meta']) {
				const refused = await setup.agent.call<{ attributes: string[] }>(`${path}?conversation_type=unattended`);
				assert.deepEqual([refused.status, refused.body.attributes], [422, ['conversation_type']]);
				assert.equal((await setup.agent.call(`${path}?team_id=1`)).status, 404);
				assert.equal((await setup.agent.call(`${path}?conversation_type=&team_id=`)).status, 200);
			}
		});

		test('the counts follow labels, status and changes, and count a conversation once', async () => {
			const check = async (query: string, titles: readonly string[], status?: string) => {
				const chosen = all.filter(
					(one) =>
						(titles.length === 0 || one.labels.some((title) => titles.includes(title))) &&
						(status === undefined || one.status === status),
				);
				const mine = chosen.filter(({ meta }) => meta.assignee).length;
				const wanted = {
					mine_count: mine,
					assigned_count: mine,
					unassigned_count: chosen.length - mine,
					all_count: chosen.length,
				};
				assert.deepEqual((await list(query)).meta, wanted, query);
				const { body } = await setup.agent.call<{ meta: object }>(`conversations/meta?${query}`);
				assert.deepEqual(body.meta, wanted, query);
			};
			const checkAll = async () => {
				await check('status=all', []);
				await check('status=all&labels=even', ['even']);
				await check('labels=even', ['even'], 'open');
				await check('status[]=open&status[]=unknown', [], 'open');
				await check('labels=even,fifth&status=open', ['even', 'fifth'], 'open');
				await check('status=all&labels[]=even&labels[]=fifth', ['even', 'fifth']);
				await check('status=all&labels=even,fifth&inbox_id=1', ['even', 'fifth']);
				await check('status=all&labels=unknown', ['unknown']);
			};
			await checkAll();
			const [first, second, third] = all.filter(({ labels, status }) => labels.includes('even') && status === 'open');
			assert.ok(first && second && third);
			await setup.agent.call(`conversations/${first.id}/labels`, { body: { labels: ['fifth'] } });
			await setup.agent.call(`conversations/${second.id}/toggle_status`, { body: { status: 'resolved' } });
			await setup.agent.call(`conversations/${third.id}/assignments`, { body: { assignee_id: 0 } });
			all = await Promise.all(all.map(({ id }) => setup.agent.conversation(id)));
			await checkAll();
		});

		test('by source_id the list has the conversations of that session alone, with every other filter', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const first = await beginConversation(visitor);
			await setup.agent.call(`conversations/${first}/toggle_status`, { body: { status: 'resolved' } });
			const begun = { source_id: undefined, inbox_id: 1, contact_id: visitor.contactId };
			const { body } = await setup.agent.call<{ id: number }>('conversations', { body: begun });
			const { source_id } = (await listSessions(visitor.contactId))[0] ?? assert.fail();
			const idsOf = async (query: string) => {
				const { payload, meta } = await list(`source_id=${source_id}&${query}`);
				const counted = await setup.agent.call<{ meta: object }>(`conversations/meta?source_id=${source_id}&${query}`);
				assert.deepEqual(counted.body.meta, meta);
				assert.equal(meta.all_count, payload.length);
				return payload.map(({ id }) => id);
			};
			assert.deepEqual(await idsOf(''), [body.id]);
			assert.deepEqual(await idsOf('status=all'), [body.id, first]);
			assert.deepEqual(await idsOf('status=all&sort_by=created_at_asc'), [first, body.id]);
			assert.deepEqual(await idsOf('status=resolved&updated_within=3600'), [first]);
			assert.deepEqual(await idsOf('status=all&inbox_id=999'), []);
			assert.deepEqual(await idsOf('q=Hello'), [first]);
			assert.deepEqual((await list('status=all&source_id=unknown')).payload, []);
		});
	});
}
