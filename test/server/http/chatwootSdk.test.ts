/**
 * `@figuro/chatwoot-sdk`, a client of Chatwoot's API, with this server: each of its calls is made
 * here and answered as its types say, or is named in docs/application-api.md, What is absent.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import chatwoot, { ApiError } from '@figuro/chatwoot-sdk';
import { ROOT } from '../../../src/build/root.ts';
import { TABLES } from '../../../src/server/http/pages/documentedRoutes.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { createVisitor, type Visitor } from '../api.ts';
import { readDeclaredAnswers } from './declaredAnswers.ts';

type Client = InstanceType<typeof chatwoot.default>;

/** Where Chatwoot's answers have what the package's types say that they are. */
const WRAPPED: Readonly<Record<string, readonly string[]>> = {
	'contacts.list': ['payload'],
	'contacts.get': ['payload'],
	'contacts.create': ['payload', 'contact'],
	'contacts.filter': ['payload'],
	'contacts.listConversations': ['payload'],
	'inboxes.list': ['payload'],
	'inboxes.getAgentBot': ['agent_bot'],
	'inboxes.listAgents': ['payload'],
	'inboxes.addAgent': ['payload'],
	'inboxes.updateAgentsInInbox': ['payload'],
	'messages.list': ['payload'],
	'webhooks.list': ['payload', 'webhooks'],
	'webhooks.create': ['payload', 'webhook'],
	'webhooks.update': ['payload', 'webhook'],
};

/** Reason → how the answers of this test differ from the package's types. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
	'Chatwoot has numbers, lists and words of its own here': [
		'Reports.list.value is a number',
		'account_summary.avg_first_response_time is a number',
		'account_summary.avg_resolution_time is a number',
		'account_summary.previous.avg_first_response_time is a number',
		'account_summary.previous.avg_resolution_time is a number',
		'agent.availability_status is "online"',
		'conversation.agent_last_seen_at is a number',
		'conversation.contact_last_seen_at is a number',
		'conversation.timestamp is a number',
		'custom_attribute.attribute_values is a list',
		'inboxes.updateAgentBot is ""',
		'message.message_type is a number',
	],
	'Chatwoot does not answer it either': [
		'agent.display_name is absent',
		'agent.uid is absent',
		'contact_conversations.display_id is absent',
		'contact_conversations.meta.sender.channel is absent',
		'conversation_list.data.payload.meta.sender.channel is absent',
		'conversation_show.meta.sender.channel is absent',
		'conversation_list.data is absent',
		'custom_attribute.account_id is absent',
		'custom_filter.type is absent',
		'message.source_reply_id is absent',
	],
	'an activity line has no sender, and most messages have no id elsewhere': [
		'message.sender is absent',
		'message.source_id is absent',
	],
	'an assignee and a sender have fewer fields than a profile and a bot': [
		'agent_bot.account_id is absent',
		'agent_bot.outgoing_url is absent',
		'user.accounts is absent',
		'user.display_name is absent',
		'user.uid is absent',
	],
	"a contact's inbox has fewer fields than an inbox": [
		'inbox.enable_auto_assignment is absent',
		'inbox.greeting_enabled is absent',
		'inbox.greeting_message is absent',
		'inbox.web_widget_script is absent',
		'inbox.website_token is absent',
		'inbox.website_url is absent',
		'inbox.welcome_tagline is absent',
		'inbox.welcome_title is absent',
		'inbox.widget_color is absent',
	],
	'docs/application-api.md, What is absent': [
		'account_summary.incoming_messages_count is absent',
		'account_summary.outgoing_messages_count is absent',
		'account_summary.previous.incoming_messages_count is absent',
		'account_summary.previous.outgoing_messages_count is absent',
		'agent_bot.description is absent',
		'custom_attribute.default_value is absent',
	],
};

/** The package leaves the beginning of their addresses away, which no server answers. */
const MISADDRESSED = new Set(
	['listMembers', 'addAgent', 'updateAgentsInTeam', 'removeAgent'].map((name) => `teams.${name}`),
);

const accountId = 1;

describe('@figuro/chatwoot-sdk', () => {
	let server: TestServer;
	/** What a script has, and the same with each answer compared. */
	let plain: Client;
	let client: Client;
	let visitor: Visitor;
	let conversationId: number;
	const called = new Set<string>();
	const differences = new Set<string>();

	before(async () => {
		server = await startHostedServer();
		plain = new chatwoot.default({
			config: { basePath: server.origin, with_credentials: false, credentials: 'omit', token: server.agentToken },
		});
		client = observe(plain, (call, answer) => {
			called.add(call);
			for (const difference of compare(call, answer)) differences.add(difference);
		});
		visitor = await createVisitor(server.origin);
		const contact = { name: 'Jo', email: 'jo@shop.example', phone_number: '+4915112345678' };
		await visitor.call('contact', { method: 'PATCH', body: contact });
		conversationId = (await visitor.write('Hello')).conversation_id;
	});
	after(() => server.stop());

	test('the profile is that of the token', async () => {
		const profile = await client.profile.profile();
		assert.equal(profile.uid, 'ada@example.com');
		assert.equal(profile.confirmed, true);
		assert.deepEqual(
			profile.accounts?.map(({ id, role }) => [id, role]),
			[[1, 'administrator']],
		);
	});

	test('agents are added, changed, listed and removed', async () => {
		const data = { name: 'Bo', email: 'bo@shop.example', role: 'agent', auto_offline: false } as const;
		const { id = assert.fail() } = await client.agents.create({ accountId, data });
		const changed = await client.agents.update({
			accountId,
			id,
			data: { role: 'administrator', availability: 'busy' },
		});
		assert.deepEqual([changed.role, changed.availability_status], ['administrator', 'busy']);
		assert.ok((await client.agents.list({ accountId })).some((agent) => agent.id === id));
		await client.agents.delete({ accountId, id });
		assert.ok(!(await client.agents.list({ accountId })).some((agent) => agent.id === id));
	});

	test('bots are added, changed, shown, set to answer first, and deleted', async () => {
		const data = { name: 'Robot', description: 'Answers first', outgoing_url: 'https://bot.example/' };
		const { id = assert.fail() } = await client.accountAgentBots.create({ accountId, data });
		await client.accountAgentBots.update({ accountId, id, data: { name: 'Robin' } });
		const shown = await client.accountAgentBots.get({ accountId, id });
		assert.deepEqual([shown.name, shown.outgoing_url, shown.account_id], ['Robin', data.outgoing_url, accountId]);
		assert.deepEqual((await client.accountAgentBots.list({ accountId })).at(-1)?.id, id);
		await client.inboxes.updateAgentBot({ accountId, id: 1, data: { agent_bot: id } });
		assert.equal((await client.inboxes.getAgentBot({ accountId, id: 1 })).id, id);
		await client.accountAgentBots.delete({ accountId, id });
	});

	test('canned responses are added, changed, listed and deleted', async () => {
		const data = { short_code: 'morning', content: 'Good morning!' };
		const { id = assert.fail() } = await client.cannedResponses.create({ accountId, data });
		await client.cannedResponses.update({ accountId, id, data: { content: 'Good day!' } });
		const [listed] = await client.cannedResponses.list({ accountId });
		assert.deepEqual([listed?.id, listed?.short_code, listed?.content], [id, 'morning', 'Good day!']);
		await client.cannedResponses.delete({ accountId, id });
	});

	test('contacts are added, changed, found and deleted', async () => {
		const data = {
			inbox_id: 1,
			name: 'Kim',
			email: 'kim@shop.example',
			phone_number: '+4915112345679',
			avatar_url: 'https://shop.example/kim.png',
			identifier: 'kim',
			custom_attributes: { plan: 'gold' },
		};
		const { id = assert.fail() } = await client.contacts.create({ accountId, data });
		await client.contacts.update({ accountId, id, data: { name: 'Kim Lee' } });
		const shown = await client.contacts.get({ accountId, id });
		assert.deepEqual([shown.name, shown.contact_inboxes?.length], ['Kim Lee', 1]);
		const sorted = await client.contacts.list({ accountId, sort: '-name', page: 1 });
		assert.deepEqual(sorted.map(({ name }) => name).slice(0, 2), ['Kim Lee', 'Jo']);
		const found = await client.contacts.search({ accountId, q: 'kim lee', sort: 'name', page: 1 });
		assert.deepEqual(
			found.payload?.map((contact) => contact.id),
			[id],
		);

		const payload = [{ attribute_key: 'name', filter_operator: 'contains' as const, values: ['kim'] }];
		const filtered = await client.contacts.filter({ accountId, payload, page: 1 });
		assert.deepEqual(
			filtered.map((contact) => contact.id),
			[id],
		);

		const begun = await client.conversations.create({
			accountId,
			data: { inbox_id: '1', contact_id: String(id), status: 'open', assignee_id: '1' },
		});
		await client.messages.create({ accountId, conversationId: begun.id ?? assert.fail(), data: { content: 'Hello' } });
		const [conversation] = await client.contacts.listConversations({ accountId, id });
		assert.equal(conversation?.id, begun.id);
		await client.contacts.delete({ accountId, id });
	});

	test('a conversation is listed, assigned, labelled, answered and resolved, and the visitor reads the answer', async () => {
		await client.conversationAssignment.assign({ accountId, conversationId, data: { assignee_id: 1 } });
		await client.conversationLabels.add({ accountId, conversationId, data: { labels: ['vip'] } });
		assert.deepEqual((await client.conversationLabels.list({ accountId, conversationId })).payload, ['vip']);
		const answer = await client.messages.create({
			accountId,
			conversationId,
			data: {
				content: 'Here it is',
				private: false,
				message_type: 'outgoing',
				content_type: 'input_select',
				content_attributes: { items: [{ title: 'Thanks', value: 'thanks' }] },
				source_id: 'ticket-7',
				attachments: [{ content: 'Q3Vw', encoding: 'base64', filename: 'cup.txt' }],
			},
		});
		assert.equal(answer.source_id, 'ticket-7');
		const note = await client.messages.create({
			accountId,
			conversationId,
			data: { content: 'A note', private: true, content_attributes: { in_reply_to: answer.id } },
		});
		assert.equal(note.content_attributes?.['in_reply_to_external_id'], 'ticket-7');
		assert.equal(note.private, true);
		const [read] = (await visitor.messages()).filter(({ id }) => id === answer.id);
		assert.equal(read?.content, 'Here it is');
		const [file] = read.attachments ?? [];
		assert.equal(await (await fetch(new URL(file?.data_url ?? '', server.origin))).text(), 'Cup');

		const filter = { accountId, status: 'open', inboxId: 1, labels: ['vip'] } as const;
		assert.equal((await client.conversations.getMeta({ ...filter, labels: ['vip'] })).meta?.mine_count, 1);
		const { data } = await client.conversations.list({ ...filter, labels: ['vip'], assigneeType: 'me', page: 1 });
		assert.deepEqual(
			data?.payload?.map(({ id }) => id),
			[conversationId],
		);
		assert.equal((await client.conversations.get({ accountId, conversationId })).status, 'open');
		await client.messages.delete({ accountId, conversationId, messageId: answer.id ?? assert.fail() });
		const messages = await client.messages.list({ accountId, conversationId });
		assert.deepEqual(messages.find(({ id }) => id === answer.id)?.content_attributes, { deleted: true });
		const { payload } = await client.conversations.toggleStatus({
			accountId,
			conversationId,
			data: { status: 'resolved' },
		});
		assert.deepEqual([payload?.conversation_id, payload?.current_status], [conversationId, 'resolved']);
	});

	test('conversations are found by conditions, and filters are kept, changed, listed and deleted', async () => {
		const payload = [{ attribute_key: 'status', filter_operator: 'equal_to' as const, values: ['all'] }];
		// The package's types have it within `data`, where Chatwoot's servers do not.
		const found: unknown = await client.conversations.filter({ accountId, payload });
		assert.ok((found as { payload: { id: number }[] }).payload.some(({ id }) => id === conversationId));
		const data = { name: 'All', type: 'conversation', query: { payload } } as const;
		const { id: customFilterId = assert.fail() } = await client.customFilters.create({
			accountId,
			filterType: 'conversation',
			data,
		});
		await client.customFilters.update({ accountId, customFilterId, data: { ...data, name: 'Everything' } });
		assert.equal((await client.customFilters.get({ accountId, customFilterId })).name, 'Everything');
		const [listed] = await client.customFilters.list({ accountId, filterType: 'conversation' });
		assert.deepEqual([listed?.id, listed?.query], [customFilterId, { payload }]);
		await client.customFilters.delete({ accountId, customFilterId });
	});

	test('teams are added, changed, shown, listed and deleted', async () => {
		const data = { name: 'Glazes', description: 'Knows them' };
		const { id: teamId = assert.fail() } = await client.teams.create({ accountId, data });
		await client.teams.update({ accountId, teamId, data: { description: 'Knows all of them' } });
		const shown = await client.teams.get({ accountId, teamId });
		assert.deepEqual([shown.name, shown.description], ['glazes', 'Knows all of them']);
		assert.ok((await client.teams.list({ accountId })).some(({ id }) => id === teamId));
		await client.teams.delete({ accountId, teamId });
	});

	test('custom attributes are defined by numbers, changed, listed by a number and deleted', async () => {
		const data = {
			attribute_display_name: 'Plan',
			attribute_display_type: 6,
			attribute_description: 'What they pay for',
			attribute_key: 'plan',
			attribute_values: ['gold'],
			attribute_model: 1,
		};
		const { id = assert.fail() } = await client.customAttributes.create({ accountId, data });
		await client.customAttributes.update({ accountId, id, data: { attribute_display_name: 'Tariff' } });
		const shown = await client.customAttributes.get({ accountId, id });
		assert.deepEqual(
			[shown.attribute_display_name, shown.attribute_display_type, shown.attribute_model],
			['Tariff', 'list', 'contact_attribute'],
		);
		assert.deepEqual(
			(await client.customAttributes.list({ accountId, attributeModel: '1' })).map((one) => one.id),
			[id],
		);
		assert.deepEqual(await client.customAttributes.list({ accountId, attributeModel: '0' }), []);
		await client.customAttributes.delete({ accountId, id });
	});

	test('a website is added, changed and shown, with its agents', async () => {
		const channel = {
			type: 'web_widget',
			website_url: 'https://shop.example',
			welcome_title: 'Good day',
			welcome_tagline: 'Ask us',
			widget_color: '#112233',
		} as const;
		const { id = assert.fail() } = await client.inboxes.create({ accountId, data: { name: 'Shop', channel } });
		const change = { name: 'The shop', enable_auto_assignment: true, channel: { welcome_title: 'Hello' } };
		await client.inboxes.update({ accountId, id, data: change });
		const shown = await client.inboxes.get({ accountId, id });
		assert.deepEqual([shown.name, shown.welcome_title, shown.welcome_tagline], ['The shop', 'Hello', 'Ask us']);
		assert.ok(shown.website_token && shown.web_widget_script?.includes(shown.website_token));
		assert.ok((await client.inboxes.list({ accountId })).some((inbox) => inbox.id === id));
		const members = { inbox_id: String(id), user_ids: [1, 2] };
		await client.inboxes.addAgent({ accountId, data: members });
		await client.inboxes.updateAgentsInInbox({ accountId, data: { ...members, user_ids: [1] } });
		assert.deepEqual(
			(await client.inboxes.listAgents({ accountId, inboxId: id })).map((agent) => agent.id),
			[1],
		);
	});

	test('reports tell of a time, day by day and in all', async () => {
		const days = await client.reports.list({ accountId, metric: 'resolutions_count', type: 'account' });
		assert.ok(days.length >= 30);
		assert.equal((await client.reports.listSummaries({ accountId, type: 'account' })).resolutions_count, 1);
	});

	test('webhooks are added, changed, listed and deleted', async () => {
		const data = { url: 'https://hook.example/', subscriptions: ['message_created' as const] };
		const { id: webhookId = assert.fail() } = await client.webhooks.create({ accountId, data });
		await client.webhooks.update({ accountId, webhookId, data: { subscriptions: ['message_updated'] } });
		const [listed] = await client.webhooks.list({ accountId });
		assert.deepEqual([listed?.id, listed?.url, listed?.subscriptions], [webhookId, data.url, ['message_updated']]);
		await client.webhooks.delete({ accountId, webhookId });
	});

	test('answers differ from the types only where it is known why', () => {
		assert.deepEqual([...differences].toSorted(), Object.values(DIFFERENCES).flat().toSorted());
	});

	test('each other call is answered by 404, and docs/application-api.md says why', async () => {
		for (const [call, make] of Object.entries(listCalls(plain)).filter(([call]) => !called.has(call))) {
			const error: unknown = await make().catch((reason: unknown) => reason);
			assert.ok(error instanceof ApiError && error.status === 404, `${call}: ${String(error)}`);
			const route = routeOf(error.request.method, error.request.url);
			assert.ok(
				MISADDRESSED.has(call) || ABSENT.some((absent) => isWithin(route, absent)),
				`${call}: ${route.method} ${route.path}`,
			);
		}
	});

	test('what docs/application-api.md calls absent is absent', () => {
		const present = TABLES.flatMap(({ table }) => Object.values(table)).map(({ method, path }) =>
			routeOf(method, path),
		);
		for (const absent of ABSENT)
			assert.deepEqual(
				present.filter((route) => isWithin(route, absent)),
				[],
			);
	});
});

const compare = readDeclaredAnswers(new URL('index.d.ts', import.meta.resolve('@figuro/chatwoot-sdk')));

/** The same client; each answer is unwrapped, and told to `note`. */
function observe(client: Client, note: (call: string, answer: unknown) => void): Client {
	const observeService = (name: string, service: object) =>
		new Proxy(service, {
			get: (_, method: string) => async (given: unknown) => {
				const call = `${name}.${method}`;
				const whole: unknown = await Reflect.apply(Reflect.get(service, method), service, [given]);
				const answer = (WRAPPED[call] ?? []).reduce((from, key) => Reflect.get(Object(from), key) as unknown, whole);
				note(call, answer);
				return answer;
			},
		});
	return new Proxy(client, { get: (_, name: string) => observeService(name, Reflect.get(client, name)) });
}

/** Every call that the package can make, `service.method` → one with some ids and no data. */
function listCalls(services: object, prefix = ''): Record<string, () => Promise<unknown>> {
	const given = new Proxy({}, { get: (_, name) => (name === 'data' || name === 'payload' ? {} : 1) });
	const calls: Record<string, () => Promise<unknown>> = {};
	for (const [name, service] of Object.entries(services) as [string, object][]) {
		if (name === 'chatwootAPI') continue;
		const type: object = Object.getPrototypeOf(service);
		if (type === Object.prototype) Object.assign(calls, listCalls(service, `${prefix}${name}.`));
		else
			for (const method of Object.getOwnPropertyNames(type).filter((own) => own !== 'constructor'))
				calls[`${prefix}${name}.${method}`] = () => {
					const made: unknown = Reflect.apply(Reflect.get(service, method), service, [given]);
					return Promise.resolve(made);
				};
	}
	return calls;
}

interface Named {
	/** Undefined: every one. */
	method: string | undefined;
	/** Such as `/api/v1/accounts/:/teams/:`. */
	path: string;
}

function routeOf(method: string | undefined, path: string): Named {
	const named = path
		.replaceAll(/\{\w+\}|:\w+/g, ':')
		.replace(/\/$/, '')
		.replace('…', '/api/v1/accounts/:')
		// The package leaves the beginning of some addresses away.
		.replace(/^\/accounts/, '/api/v1/accounts');
	return { method, path: named };
}

/** What the table names without a method is absent with everything below it. */
function isWithin(route: Named, absent: Named): boolean {
	if (absent.method === undefined) return `${route.path}/`.startsWith(`${absent.path}/`);
	return route.method === absent.method && route.path === absent.path;
}

const ABSENT: readonly Named[] = readAbsent();

function readAbsent(): Named[] {
	const [, section = ''] = readFileSync(`${ROOT}/docs/application-api.md`, 'utf8').split('\n## What is absent\n');
	const cells = section.split('\n').flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? []);
	return cells.flatMap((cell) =>
		[...cell.matchAll(/`(?:([A-Z]+) )?([^`]+)`/g)].map(([, method, path = '']) => routeOf(method, path)),
	);
}
