/**
 * No statement scans a table that grows with the visitors: every function of the repositories with
 * such tables is called, and the database is asked for the plan of each of its statements.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { NoResultError } from 'kysely';
import { CONTACT_SORTS } from '#protocol/application/contactRoutes.ts';
import { CONVERSATION_SORTS, DEFAULT_SORT } from '#protocol/application/applicationRoutes.ts';
import { MessageType } from '#protocol/entities/entities.ts';
import { actingAs, COMMAND_LINE } from '../../../src/server/base/actor.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { MEASURES } from '../../../src/server/domain/reports/reports.ts';
import type { Criteria } from '../../../src/server/store/filters/criteria.ts';
import { openStore, type Repositories, type Store, type StoreOptions } from '../../../src/server/store/store.ts';

export interface Statement {
	sql: string;
	parameters: readonly unknown[];
}

export interface PlanReader {
	/** The steps of the plan that scan a whole table or index of these, or sort rows of them. */
	findScans(statement: Statement, tables: readonly string[]): Promise<{ step: string; isSort: boolean }[]>;
	/** The indexes that the plan uses. */
	listIndexes(statement: Statement): Promise<string[]>;
	close(): Promise<void>;
}

/** Tables that grow with the visitors. */
const LARGE_TABLES = [
	'messages',
	'message_streams',
	'conversations',
	'conversation_labels',
	'contacts',
	'contact_inboxes',
	'contact_labels',
	'contact_notes',
	'participants',
	'mentions',
	'notifications',
	'answer_mails',
	'agent_mails',
	'unsubscriptions',
	'attachments',
	'blobs',
	'csat_responses',
	'reporting_events',
	'deliveries',
	'delivery_queues',
	'audit_logs',
];

type Large =
	| 'agentMails'
	| 'answerMails'
	| 'assignments'
	| 'attachments'
	| 'auditLog'
	| 'blobs'
	| 'contactLabels'
	| 'contactNotes'
	| 'contactList'
	| 'contacts'
	| 'conversationCounts'
	| 'conversationList'
	| 'conversations'
	| 'csatResponses'
	| 'deliveries'
	| 'messages'
	| 'notifications'
	| 'participants'
	| 'reports'
	| 'messageStreams'
	| 'search'
	| 'sessions'
	| 'unsubscriptions';

/** What begins and ends a transaction has no plan. */
const isPlanned = ({ sql }: Pick<Statement, 'sql'>): boolean => !/^(begin|commit|rollback|savepoint|release)/.test(sql);

const STREAM = { message_id: 1, content: 'Hello', position: 5, half: 0, pieces: 1, updated_at: 1 };

/**
 * What sorts no more than belongs to a page, to one visitor, or to what is sought: which functions,
 * in which of their statements.
 */
const SORTS_LITTLE: Readonly<Record<string, string>> = {
	'attachments.listByMessages': 'select',
	'contactList.listSlice': 'contact_labels',
	// A filter examines all contacts in any case, on a connection of its own.
	'contactList.listChosen': 'select',
	'conversations.listOfContact': 'select',
	'conversations.listIdsOfSessions': 'select',
	'conversations.listOfSessions': 'select',
	'search.listContacts': 'contact_words',
	'search.listConversations': 'contact_words',
	'search.listMessages': 'message_words',
	// It merges a page of each of several lists.
	'conversationList.listPage': ' union all ',
};

/** One of each kind of field. */
const CRITERIA: Criteria = [
	[
		{ key: 'status', kind: 'word', isCustom: false, operator: 'equal_to', values: ['open'] },
		{ key: 'assignee_id', kind: 'id', isCustom: false, operator: 'equal_to', values: [1, 2] },
		{ key: 'labels', kind: 'labels', isCustom: false, operator: 'not_equal_to', values: ['vip'] },
	],
	[
		{ key: 'campaign_id', kind: 'id', isCustom: false, operator: 'is_present', values: [] },
		{ key: 'created_at', kind: 'date', isCustom: false, operator: 'is_less_than', values: ['2026-01-05'] },
		{ key: 'referer', kind: 'text', isCustom: false, operator: 'contains', values: ['cups'] },
		{ key: 'plan', kind: 'number', isCustom: true, operator: 'is_greater_than', values: [5] },
	],
];

const CONTACT_CRITERIA: Criteria = [
	[
		{ key: 'email', kind: 'text', isCustom: false, operator: 'contains', values: ['@shop'] },
		{ key: 'labels', kind: 'labels', isCustom: false, operator: 'equal_to', values: ['vip'] },
		{ key: 'inbox_id', kind: 'id', isCustom: false, operator: 'not_equal_to', values: [1] },
	],
];

const CONTACTS_CHOSEN = [
	{},
	{ criteria: CONTACT_CRITERIA },
	{ criteria: CONTACT_CRITERIA, labels: ['vip'], text: 'hello' },
	{ labels: ['vip'], text: 'hello' },
];

/** Each order once: the others are older names of these. */
const ORDERS = CONVERSATION_SORTS.filter((sort) => /_(asc|desc)$/.test(sort));

/** Example calls of each function; a function without a row does not compile. */
type Calls = { [R in Large]: { [F in keyof Repositories[R]]: (repository: Repositories[R]) => Promise<unknown>[] } };

export function describeQueryPlans(
	database: Store['database'],
	prepare: () => Promise<{
		options: StoreOptions;
		/** Called once the tables exist. */
		openReader(): Promise<PlanReader>;
		cleanUp(): Promise<void>;
	}>,
): void {
	describe(`query plans on ${database}`, () => {
		const statements: Statement[] = [];
		let store: Store;
		let reader: PlanReader;
		let cleanUp: () => Promise<void>;
		before(async () => {
			const prepared = await prepare();
			cleanUp = prepared.cleanUp;
			store = await openStore({
				...prepared.options,
				onQuery: (query) => void (isPlanned(query) && statements.push(query)),
			});
			reader = await prepared.openReader();
		});
		after(async () => {
			await reader.close();
			await store.close();
			await cleanUp();
		});

		test('no function reads or sorts the whole of a table that grows with the visitors', async () => {
			const calls = await createCalls(store);
			const scans: string[] = [];
			for (const [name, functions] of Object.entries(calls)) {
				const repository = store[name as Large];
				for (const [called, call] of Object.entries(functions)) {
					statements.length = 0;
					for (const result of (call as (repository: unknown) => Promise<unknown>[])(repository)) {
						await result.catch((error: unknown) => assert.ok(error instanceof NoResultError, String(error)));
					}
					assert.ok(statements.length > 0, `${name}.${called} asks nothing`);
					for (const statement of statements.filter(({ sql }) => !sql.startsWith('insert'))) {
						for (const { step, isSort } of await reader.findScans(statement, LARGE_TABLES)) {
							const sortsLittle = SORTS_LITTLE[`${name}.${called}`];
							if (!isSort || sortsLittle === undefined || !statement.sql.includes(sortsLittle))
								scans.push(`${name}.${called}: ${step} in ${statement.sql}`);
						}
					}
				}
			}
			assert.deepEqual(scans, []);
		});

		test('reports are added up from indexes that hold all that they add', async () => {
			const range = { accountId: 1, since: 5, until: 9 };
			for (const [measure, index] of [
				['conversations', 'conversations_reported'],
				['first_responses', 'reporting_events_range'],
				['resolutions', 'reporting_events_range'],
				['ratings', 'csat_responses_reported'],
			] as const) {
				for (const by of ['quarter', 'inbox_id', 'user_id'] as const) {
					statements.length = 0;
					await store.reports.sumBy(measure, by, range);
					assert.deepEqual(await Promise.all(statements.map((statement) => reader.listIndexes(statement))), [[index]]);
				}
			}
			statements.length = 0;
			await store.reports.countAsked(range);
			assert.deepEqual(await reader.listIndexes(statements[0] ?? assert.fail()), ['messages_asking_for_rating']);
		});

		test('a message that is sent again is found by its echo id, not among all of its conversation', async () => {
			for (const [find, index] of [
				[() => store.messages.findByTeamEcho({ type: 'User', id: 1 }, 1, 'a'), 'messages_agent_echo'],
				[() => store.messages.findByTeamEcho({ type: 'AgentBot', id: 1 }, 1, 'a'), 'messages_bot_echo'],
				[() => store.messages.findByVisitorEcho(1, 'a'), 'messages_visitor_echo'],
			] as const) {
				statements.length = 0;
				await find();
				const used = await Promise.all(statements.map((statement) => reader.listIndexes(statement)));
				assert.deepEqual(
					used.map((names) => names.filter((name) => !name.includes('message_streams'))),
					[[index]],
				);
			}
		});
	});
}

async function createCalls(store: Store): Promise<Calls> {
	await store.accounts.insert('Team');
	await createChannel(store, { accountId: 1, settings: { name: 'Site' }, websiteToken: 'site' });
	const contact = await store.contacts.insert(1, 'Somebody');
	const other = await store.contacts.insert(1, 'Somebody else');
	const noter = await store.users.insert({
		name: 'Noter',
		displayName: null,
		email: 'noter@team.example',
	});
	const newSession = () => ({
		contactId: contact.id,
		inboxId: 1,
		sourceId: randomUUID(),
		pubsubToken: randomUUID(),
	});
	await store.users.join(1, noter.id, { role: 'administrator', availability: 'online', auto_offline: true });
	const owner = { account_id: 1, user_id: noter.id };
	const session = await store.sessions.insert(newSession());
	const newConversation = (displayId: number) => ({
		accountId: 1,
		displayId,
		uuid: randomUUID(),
		session,
		status: 'open' as const,
		additionalAttributes: {},
		customAttributes: {},
		createdAt: 1,
	});
	const conversation = await store.conversations.insert(newConversation(1));
	const newMessage = {
		conversation,
		messageType: MessageType.OUTGOING,
		content: 'Hello',
		contentType: 'text' as const,
		contentAttributes: {},
		isPrivate: false,
		echoId: null,
		sender: null,
		sessionId: null,
		createdAt: 1,
	};
	const message = await store.messages.insert(newMessage);
	const newBlob = (key: string) => ({
		key,
		filename: 'a.txt',
		content_type: 'text/plain',
		byte_size: 1,
		checksum: '',
		created_at: 1,
	});
	const blob = await store.blobs.insert(newBlob('a'));
	const filters = ([['open'], ['open', 'pending'], 'all'] as const).flatMap((status) =>
		[undefined, [1], [1, 2]].flatMap((inboxIds) =>
			(['me', 'unassigned', 'assigned', 'all'] as const).map((assigneeType) => ({
				accountId: 1,
				userId: 1,
				inboxIds,
				status,
				assigneeType,
				labels: undefined,
			})),
		),
	);
	const ofTeam = filters.map((filter) => ({ ...filter, teamId: 1 }));
	const labelled = [['vip'], ['vip', 'returns']].flatMap((labels) => filters.map((filter) => ({ ...filter, labels })));
	const filtered = [undefined, [1], [1, 2]].flatMap((inboxIds) =>
		([['open'], 'all'] as const).map((status) => ({
			accountId: 1,
			userId: 1,
			inboxIds,
			status,
			assigneeType: 'all' as const,
			labels: undefined,
			criteria: CRITERIA,
		})),
	);
	const searches = [undefined, [1], [1, 2]].map((inboxIds) => ({ accountId: 1, inboxIds, text: 'hello wor', page: 1 }));
	const audited = [
		{ accountId: 1 },
		{ accountId: 1, type: 'Label' as const },
		{ accountId: 1, userId: 1 },
		{ accountId: 1, type: 'Label' as const, userId: 1 },
	];
	const range = { accountId: 1, since: 5, until: 9 };
	const ratings = [range, { ...range, inboxId: 1 }, { ...range, userIds: [1, 2] }, { ...range, rating: 5 as const }];
	const delivery = {
		receiver_type: 'bot' as const,
		receiver_id: 1,
		conversation_id: conversation.id,
		contact_inbox_id: null,
		event: 'message_created',
		payload: '{}',
	};
	const later = {
		...delivery,
		id: 1,
		queue: `bot 1 ${conversation.id}`,
		attempts: 0,
		due_at: 1,
		created_at: 1,
		failure: null,
		is_receiver_failing: false,
		given_up_at: null,
	};

	return {
		agentMails: {
			expect: (repository) => [repository.expect(conversation.id, 1, { is_new: true })],
			listWaiting: (repository) => [repository.listWaiting(5, 100)],
			find: (repository) => [repository.find(1)],
			settle: (repository) => [repository.settle(1), repository.settle(1, 2)],
			outdate: (repository) => [repository.outdate(1)],
			setBack: (repository) => [repository.setBack(1, 1)],
		},
		answerMails: {
			expect: (repository) => [repository.expect(conversation.id, 1)],
			listWaiting: (repository) => [repository.listWaiting(5, 100)],
			find: (repository) => [repository.find(1)],
			postpone: (repository) => [repository.postpone(1, 2)],
			settle: (repository) => [repository.settle(1), repository.settle(1, 2)],
			outdate: (repository) => [repository.outdate(1)],
			setBack: (repository) => [repository.setBack(1, 1)],
		},
		assignments: {
			listWaiting: (repository) => [repository.listWaiting()],
			list: (repository) => [repository.list(1, null, 10), repository.list(1, 1, 10)],
			remove: (repository) => [repository.remove(1)],
			lockTurn: (repository) => [repository.lockTurn(1)],
			setTurn: (repository) => [repository.setTurn(1, 1)],
			countOpen: (repository) => [repository.countOpen({ id: 1, account_id: 1 })],
		},
		participants: {
			list: (repository) => [repository.list(1)],
			add: (repository) => [repository.add(conversation.id, [noter.id])],
			mention: (repository) => [repository.mention(conversation.id, [noter.id], 1)],
			remove: (repository) => [repository.remove(1, [1])],
			listFollowed: (repository) => [repository.listFollowed(1, 1, 1_000)],
			listMentioning: (repository) => [repository.listMentioning(1, 1, 1_000)],
		},
		notifications: {
			replace: (repository) => [
				repository.replace(conversation, [noter.id], { notification_type: 'conversation_mention', message_id: 1 }),
			],
			listPage: (repository) =>
				[true, false].flatMap((withRead) =>
					(['asc', 'desc'] as const).map((order) =>
						repository.listPage({ ...owner, withRead, withSnoozed: withRead }, { order, page: 1, limit: 15 }),
					),
				),
			count: (repository) => [repository.count({ ...owner, withRead: false, withSnoozed: false })],
			countUnread: (repository) => [repository.countUnread(1, [noter.id])],
			require: (repository) => [repository.require(owner, 1)],
			update: (repository) => [repository.update(1, { read_at: 1 })],
			readOf: (repository) => [repository.readOf(1, 1, 1)],
			readAll: (repository) => [repository.readAll(owner)],
			listDue: (repository) => [repository.listDue(5, 100)],
			wake: (repository) => [repository.wake(1, 5)],
			delete: (repository) => [repository.delete(owner), repository.delete(owner, { id: 1 })],
			deleteBefore: (repository) => [repository.deleteBefore(5)],
			deleteBeyond: (repository) => [repository.deleteBeyond(500)],
		},
		attachments: {
			insert: (repository) => [
				repository.insert({ account_id: 1, message_id: message.id, file_type: 'file', blob_id: blob.id }),
			],
			listFiles: (repository) => [repository.listFiles([1, 2])],
			listByMessages: (repository) => [repository.listByMessages([1, 2])],
			deleteByMessage: (repository) => [repository.deleteByMessage(2)],
		},
		blobs: {
			insert: (repository) => [repository.insert(newBlob('b'))],
			findByKey: (repository) => [repository.findByKey('a')],
			markStored: (repository) => [
				repository.markStored(2, { stored_at: 1, content_type: 'text/plain', width: null, height: null }),
			],
			claim: (repository) => [repository.claim(2, 1)],
			release: (repository) => [repository.release('a')],
			publish: (repository) => [repository.publish(2, 1)],
			claimPublished: (repository) => [repository.claimPublished('a', 1, 1)],
			releasePublished: (repository) => [repository.releasePublished('a', 1)],
			withdraw: (repository) => [repository.withdraw(9)],
			delete: (repository) => [repository.delete(9)],
			listNewestClaimed: (repository) => [repository.listNewestClaimed(20)],
			listStored: (repository) => [repository.listStored(9, 100)],
			listUnclaimed: (repository) => [repository.listUnclaimed(5, 100)],
		},
		contactNotes: {
			insert: (repository) => [
				repository.insert({ account_id: 1, contact_id: contact.id, user_id: noter.id, content: 'Hm' }),
			],
			list: (repository) => [repository.list(contact.id)],
			require: (repository) => [repository.require(contact.id, 1)],
			update: (repository) => [repository.update(1, { content: 'Hm' })],
			delete: (repository) => [repository.delete(1)],
			absorb: (repository) => [repository.absorb(1, 2)],
		},
		contactLabels: {
			list: (repository) => [repository.list(1)],
			listOf: (repository) => [repository.listOf([1, 2])],
			replace: (repository) => [repository.replace(contact, ['vip'])],
			rename: (repository) => [repository.rename(1, 'vip', 'gold')],
			absorb: (repository) => [repository.absorb(contact.id, other.id)],
		},
		contactList: {
			listSlice: (repository) =>
				CONTACT_SORTS.flatMap((sort) =>
					[undefined, ['vip'], ['vip', 'returns']].flatMap((labels) =>
						[{ page: 2 }, { after: { value: /name|email/.test(sort) ? 'a' : 1, id: 1 } }].map((start) =>
							repository.listSlice(1, { sort, start, limit: 15 }, labels),
						),
					),
				),
			listChosen: (repository) =>
				CONTACTS_CHOSEN.flatMap((chosen) =>
					CONTACT_SORTS.map((sort) => repository.listChosen(1, chosen, { sort, start: { page: 1 }, limit: 15 })),
				),
			countChosen: (repository) => [repository.countChosen(1, { criteria: CONTACT_CRITERIA })],
			listAfter: (repository) => CONTACTS_CHOSEN.map((chosen) => repository.listAfter(1, chosen, 5, 100)),
			count: (repository) => [repository.count(1), repository.count(1, ['vip', 'returns'])],
		},
		contacts: {
			find: (repository) => [repository.find(1)],
			require: (repository) => [repository.require(1, 1)],
			listByIds: (repository) => [repository.listByIds([1, 2])],
			findBy: (repository) =>
				(['identifier', 'email', 'phone_number'] as const).map((column) => repository.findBy(1, column, 'a')),
			listVisitors: (repository) => [repository.listVisitors(1, ['a', 'b'], 50)],
			unsubscribe: (repository) => [repository.unsubscribe(1, 'a')],
			lock: (repository) => [repository.lock(1)],
			insert: (repository) => [repository.insert(1, 'A third')],
			update: (repository) => [repository.update(1, { name: 'Another' })],
			absorb: (repository) => [repository.absorb(contact.id, other.id)],
			delete: (repository) => [repository.delete(9)],
		},
		conversationCounts: {
			count: (repository) =>
				[...filters, ...labelled, ...ofTeam, ...filtered].map((filter) => repository.count(filter)),
			listRepeated: (repository) => [repository.listRepeated(10)],
			compact: (repository) => [
				repository.compact({ account_id: 1, inbox_id: 1, status: 'open', assignee_id: null, label: null }),
			],
		},
		conversationList: {
			listPage: (repository) =>
				ORDERS.flatMap((sort) =>
					(sort === DEFAULT_SORT ? [...filters, ...labelled, ...ofTeam, ...filtered] : [...filters, ...ofTeam]).flatMap(
						(filter) => [
							repository.listPage(filter, sort, { page: 2 }),
							repository.listPage(filter, sort, { after: { group: 0, value: 5, id: 5 } }),
						],
					),
				),
			listAmong: (repository) =>
				filters.map((filter) => repository.listAmong([1, 2], filter, DEFAULT_SORT, { page: 1 })),
			listChanged: (repository) => filters.map((filter) => repository.listChanged(filter, 1)),
		},
		conversations: {
			listByIds: (repository) => [repository.listByIds([1, 2])],
			listLabelled: (repository) => [repository.listLabelled(1, 'vip', 100)],
			touchOfContact: (repository) => [repository.touchOfContact(1, 25)],
			listOfContact: (repository) => [repository.listOfContact(1, undefined, 20), repository.listOfContact(1, [1], 20)],
			listOfFormerAgents: (repository) => [repository.listOfFormerAgents(100)],
			find: (repository) => [repository.find(1)],
			findByDisplayId: (repository) => [repository.findByDisplayId(1, 1)],
			listByDisplayIds: (repository) => [repository.listByDisplayIds(1, [1, 2])],
			findByUuid: (repository) => [repository.findByUuid('a')],
			findNewest: (repository) => [repository.findNewest([1])],
			lockNewest: (repository) => [repository.lockNewest([1])],
			listOfSessions: (repository) => [
				repository.listOfSessions([1], { before: undefined, isOpen: false, limit: 10 }),
				repository.listOfSessions([1], { before: 5, isOpen: true, limit: 10 }),
			],
			listIdsOfSessions: (repository) => [repository.listIdsOfSessions([1, 2], 1_000)],
			listSnoozedUntil: (repository) => [repository.listSnoozedUntil(1, 10)],
			listWithoutBot: (repository) => [repository.listWithoutBot(1, 2, 10)],
			isWithoutBot: (repository) => [repository.isWithoutBot(1, 1, 2)],
			listIdle: (repository) => [repository.listIdle(1, 1, 10)],
			insert: (repository) => [repository.insert(newConversation(2))],
			lock: (repository) => [repository.lock(1)],
			update: (repository) => [repository.update(1, { status: 'open' })],
			updateSeen: (repository) => [repository.updateSeen(1, { agent_last_seen_at: 1 })],
			deleteOfSessions: (repository) => [repository.deleteOfSessions([9])],
		},
		csatResponses: {
			findByMessage: (repository) => [repository.findByMessage(1)],
			put: (repository) => [
				repository.put({
					account_id: 1,
					inbox_id: 1,
					conversation_id: conversation.id,
					message_id: message.id,
					contact_id: contact.id,
					assigned_agent_id: null,
					rating: 5,
					feedback_message: null,
				}),
			],
			listPage: (repository) =>
				ratings.flatMap((filter) => [
					repository.listPage(filter, { offset: 25, limit: 25 }),
					repository.listPage(filter, { isOldestFirst: true, offset: 0, limit: 25 }),
				]),
			countByRating: (repository) => ratings.map((filter) => repository.countByRating(filter)),
		},
		auditLog: {
			insert: (repository) => [
				actingAs(COMMAND_LINE, () =>
					repository.insert({
						account_id: 1,
						action: 'create',
						auditable_type: 'Label',
						auditable_id: 1,
						auditable_name: 'vip',
						audited_changes: {},
					}),
				),
			],
			listPage: (repository) => audited.map((filter) => repository.listPage(filter, { offset: 25, limit: 25 })),
			count: (repository) => audited.map((filter) => repository.count(filter)),
			deleteOfMessage: (repository) => [repository.deleteOfMessage(1)],
			deleteBefore: (repository) => [repository.deleteBefore(1)],
		},
		deliveries: {
			insert: (repository) => [repository.insert(delivery)],
			insertMail: (repository) => [repository.insertMail('reply', {}, { conversation_id: conversation.id })],
			listDue: (repository) => [
				repository.listDue(1, [], 10),
				repository.listDue(1, [{ receiver_type: 'bot', receiver_id: 1 }], 10),
			],
			bringForward: (repository) => [repository.bringForward(2, 1)],
			nextDueAt: (repository) => [repository.nextDueAt(1)],
			claim: (repository) => [repository.claim(later, 2)],
			postpone: (repository) => [repository.postpone(later, 2, { failure: 'status 500', isReceiverFailing: true })],
			giveUp: (repository) => [repository.giveUp(later, 'status 410', 2)],
			giveUpBeyond: (repository) => [repository.giveUpBeyond(delivery, 0, 'status 500', 2)],
			listReceivers: (repository) => [repository.listReceivers()],
			summarize: (repository) => [repository.summarize(), repository.summarize(1)],
			giveUpBefore: (repository) => [repository.giveUpBefore(delivery, 1, 'status 500', 2)],
			noteAccepting: (repository) => [repository.noteAccepting(delivery)],
			isFailing: (repository) => [repository.isFailing(delivery)],
			listGivenUp: (repository) => [repository.listGivenUp(10), repository.listGivenUp(10, 1)],
			countGivenUp: (repository) => [repository.countGivenUp()],
			listOf: (repository) => [
				repository.listOf({ receiver_type: 'webhook', receiver_id: 1 }, 10, 1),
				repository.listOf({ receiver_type: 'mail', receiver_id: 0 }, 10, 1),
			],
			redeliver: (repository) => [
				repository.redeliver(9, 1),
				repository.redeliver(9, 1, 1),
				repository.redeliver(undefined, 1),
			],
			delete: (repository) => [repository.delete(later)],
			isWaiting: (repository) => [repository.isWaiting(1)],
			listOfConversation: (repository) => [repository.listOfConversation(conversation.id, ['answers', 'rating'])],
			withdraw: (repository) => [repository.withdraw([later])],
			deleteGivenUp: (repository) => [repository.deleteGivenUp(1)],
			deleteOfSessions: (repository) => [repository.deleteOfSessions([1, 2])],
			deleteOfSubject: (repository) => [repository.deleteOfSubject(1, 'contact 1')],
		},
		messageStreams: {
			find: (repository) => [repository.find(1)],
			insert: (repository) => [repository.insert(1, 'Hello', 0)],
			append: (repository) => [repository.append(STREAM, ' world', 0)],
			take: (repository) => [repository.take(1)],
			listIdle: (repository) => [repository.listIdle(1, 10)],
		},
		messages: {
			insert: (repository) => [repository.insert(newMessage)],
			listIncoming: (repository) => [repository.listIncoming(1, { afterId: 1, limit: 20 })],
			findInConversation: (repository) => [repository.findInConversation(1, 1)],
			findNewestIdAt: (repository) => [repository.findNewestIdAt(1, 1)],
			findInAccount: (repository) => [repository.findInAccount(1, 1)],
			isWrittenBetween: (repository) => [repository.isWrittenBetween(1, 1, 2)],
			findByContentType: (repository) => [repository.findByContentType(1, 'input_csat')],
			hasOfType: (repository) => [repository.hasOfType(1, MessageType.OUTGOING)],
			isBegunByTeam: (repository) => [repository.isBegunByTeam(1)],
			listLastSaid: (repository) => [repository.listLastSaid([{ ...message, message_type: MessageType.TEMPLATE }])],
			listUnread: (repository) => [repository.listUnread(1, { type: MessageType.OUTGOING, afterId: 1, limit: 20 })],
			listMailConversationIds: (repository) => [repository.listMailConversationIds(1, ['a@x.example', 'b@x.example'])],
			findNewestIncoming: (repository) => [repository.findNewestIncoming(1)],
			findByVisitorEcho: (repository) => [repository.findByVisitorEcho(1, 'a')],
			findByTeamEcho: (repository) => [
				repository.findByTeamEcho({ type: 'User', id: 1 }, 1, 'a'),
				repository.findByTeamEcho({ type: 'AgentBot', id: 1 }, 1, 'a'),
			],
			listPage: (repository) =>
				[{}, { before: 5 }, { after: 0 }, { after: 0, before: 5 }].map((range) =>
					repository.listPage({ conversationId: 1, isPublicOnly: true, ...range }),
				),
			listNewest: (repository) => [repository.listNewest([1, 2])],
			listNewestNonActivity: (repository) => [repository.listNewestNonActivity([1, 2])],
			listNewestPublic: (repository) => [repository.listNewestPublic([1, 2])],
			countUnreadByVisitor: (repository) => [repository.countUnreadByVisitor([1, 2])],
			countUnread: (repository) => [repository.countUnread([1, 2])],
			countUnattended: (repository) => [repository.countUnattended(1, 1)],
			update: (repository) => [repository.update(1, { content: 'Changed' })],
			isUndelivered: (repository) => [repository.isUndelivered(1, 1)],
			markDelivered: (repository) => [repository.markDelivered(1, 1, 1)],
			markRead: (repository) => [repository.markRead(1, 5, 1)],
			markReadByTeam: (repository) => [repository.markReadByTeam(1, { afterId: 3, seenId: 5 }, 1)],
		},
		reports: {
			sumBy: (repository) =>
				MEASURES.flatMap((measure) =>
					(['quarter', 'inbox_id', 'user_id'] as const).flatMap((by) => [
						repository.sumBy(measure, by, range),
						repository.sumBy(measure, by, { ...range, inboxId: 1 }),
						repository.sumBy(measure, by, { ...range, userId: 1 }),
					]),
				),
			countAsked: (repository) => [repository.countAsked(range)],
		},
		search: {
			listMessages: (repository) => searches.map((search) => repository.listMessages(search)),
			listConversationIds: (repository) => searches.map((search) => repository.listConversationIds(search)),
			listConversations: (repository) =>
				searches.flatMap((search) => ['hello', '17'].map((text) => repository.listConversations({ ...search, text }))),
			listContacts: (repository) =>
				[[], ['vip']].map((labels) =>
					repository.listContacts(
						{ accountId: 1, text: 'hello', labels },
						{ sort: 'name', start: { page: 1 }, limit: 15 },
					),
				),
			countContacts: (repository) => [repository.countContacts({ accountId: 1, text: 'hello', labels: ['vip'] })],
		},
		sessions: {
			findBySource: (repository) => [repository.findBySource(1, 'a')],
			findBySourceAmong: (repository) => [repository.findBySourceAmong([1, 2], 'a')],
			listIdsBySource: (repository) => [repository.listIdsBySource([1, 2], 'a')],
			findByPubsubToken: (repository) => [repository.findByPubsubToken('a')],
			listByIds: (repository) => [repository.listByIds([1])],
			listByContact: (repository) => [repository.listByContact(1)],
			listOfChat: (repository) => [repository.listOfChat(1)],
			listNewest: (repository) => [repository.listNewest([1, 2], 25)],
			listProvenContactIds: (repository) => [repository.listProvenContactIds([1, 2])],
			listContactIds: (repository) => [repository.listContactIds(1, 25)],
			listProvenByContact: (repository) => [repository.listProvenByContact(1)],
			listByMailbox: (repository) => [repository.listByMailbox(1, 'a')],
			listByContacts: (repository) => [repository.listByContacts([1, 2])],
			setMailbox: (repository) => [repository.setMailbox([1, 2], 'a', null)],
			insert: (repository) => [repository.insert(newSession())],
			lock: (repository) => [repository.lock(1)],
			markCaptchaPassed: (repository) => [repository.markCaptchaPassed(1)],
			markProven: (repository) => [repository.markProven(1, null)],
			touch: (repository) => [repository.touch({ id: 1, last_used_at: 0 })],
			rename: (repository) => [repository.rename(1, 'b', 'c')],
			delete: (repository) => [repository.delete([9])],
		},
		unsubscriptions: {
			has: (repository) => [repository.has(1, 'a')],
			add: (repository) => [repository.add(1, 'a')],
		},
	};
}
