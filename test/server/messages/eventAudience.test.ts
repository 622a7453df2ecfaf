/**
 * Who may listen on `/cable`, and who hears which event, over both protocols
 * (docs/application-api.md, Realtime). An event without a row does not compile.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { CableAuth, ServerEventName } from '#protocol/entities/realtime.ts';
import { randomToken } from '../../../src/server/base/randomToken.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createAccessToken, revokeAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { beginConversation, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { type Connect, connectActionCable, connectSocketIo, type Listener } from '../realtime/cableClients.ts';

/** The listeners; their names say what they are to the conversation. */
const LISTENERS = [
	'its visitor',
	'another visitor of the website',
	'visitor of another website',
	'administrator',
	'member',
	'agent of another website',
	'administrator of another account',
] as const;
type Heard = (typeof LISTENERS)[number];

const TEAM: readonly Heard[] = ['administrator', 'member'];
const EVERY_SIDE: readonly Heard[] = ['its visitor', ...TEAM];

interface Row {
	what: string;
	heardBy: readonly Heard[];
	cause: () => Promise<unknown>;
}

const PROTOCOLS: readonly [string, Connect][] = [
	['Socket.IO', connectSocketIo],
	['ActionCable', connectActionCable],
];

for (const [protocol, connect] of PROTOCOLS) {
	/** Attributes of a message that is written piece by piece. */
	const STREAMING = { content_attributes: { streaming: true } };

	describe(`who hears what over ${protocol}`, () => {
		let server: TestServer;
		let store: Store;
		let administrator: Agent;
		let member: Agent;
		let visitor: Visitor;
		let conversation: number;
		const listeners = new Map<Heard, Listener>();
		/** What is not accepted, by its description. */
		const refused = new Map<string, CableAuth>();

		before(async () => {
			server = await startHostedServer();
			store = await openStore({ dataDir: server.dataDir });
			administrator = createAgent(server.origin, server.agentToken);
			visitor = await createVisitor(server.origin);
			const auths = new Map<Heard, CableAuth>();
			const authOf = async (agent: Agent): Promise<Required<CableAuth>> => {
				const { pubsub_token, account_id, id } = await agent.profile();
				return { pubsub_token, account_id, user_id: id };
			};
			const prepared = await store.transaction(async (repositories) => {
				const demo = (await repositories.channels.findByWebsiteToken('demo')) ?? assert.fail();
				const account = demo.account.id;
				const other = await createChannel(repositories, {
					accountId: account,
					settings: { name: 'Other' },
					userIds: [],
				});
				const elsewhere = (await repositories.accounts.insert('Elsewhere')).id;
				const add = async (accountId: number, role: 'agent' | 'administrator', inboxId?: number) => {
					const email = `${randomToken()}@x.example`;
					const { id } = await addAgent(repositories, accountId, { name: 'Agent', email, role });
					if (inboxId !== undefined) await repositories.channels.addMember(inboxId, id);
					const newToken = () => createAccessToken(repositories, { user_id: id }, { name: 'test' });
					return { id, newToken, agent: createAgent(server.origin, (await newToken()).token) };
				};
				const own = await add(account, 'agent', demo.inbox.id);
				const bot = await repositories.bots.insert({
					accountId: account,
					name: 'Bot',
					secret: randomToken(),
					outgoingUrl: undefined,
				});
				return {
					account,
					other,
					own,
					expired: await own.newToken(),
					revoked: await own.newToken(),
					bot: await createAccessToken(repositories, { agent_bot_id: bot.id }, { name: 'test' }),
					agentOfOther: await add(account, 'agent', other.inbox.id),
					elsewhere: await add(elsewhere, 'administrator'),
				};
			});
			const { account, own, expired, revoked } = prepared;
			member = own.agent;
			const stranger = await createVisitor(server.origin);
			const visitorOfOther = await createVisitor(server.origin, undefined, prepared.other.websiteToken);
			auths
				.set('its visitor', { pubsub_token: visitor.pubsubToken })
				.set('another visitor of the website', { pubsub_token: stranger.pubsubToken })
				.set('visitor of another website', { pubsub_token: visitorOfOther.pubsubToken })
				.set('administrator', await authOf(administrator))
				.set('member', await authOf(member))
				.set('agent of another website', await authOf(prepared.agentOfOther.agent))
				.set('administrator of another account', await authOf(prepared.elsewhere.agent));

			const ofOwn = await authOf(member);
			refused
				.set('a forged token', { pubsub_token: randomToken() })
				.set('no token', {})
				.set("a forged agent's token", { ...ofOwn, pubsub_token: randomToken() })
				.set("an agent's token as a visitor's", { pubsub_token: ofOwn.pubsub_token })
				.set("a visitor's token as an agent's", { ...ofOwn, pubsub_token: visitor.pubsubToken })
				.set("another agent's name", { ...ofOwn, user_id: prepared.agentOfOther.id })
				.set('an agent of another account', { ...(await authOf(prepared.elsewhere.agent)), account_id: account })
				.set("a bot's token", { pubsub_token: prepared.bot.token, account_id: account, user_id: own.id })
				.set('an expired token', await authOf(createAgent(server.origin, expired.token)))
				.set('a revoked token', await authOf(createAgent(server.origin, revoked.token)));
			await revokeAccessToken(store, { user_id: own.id }, revoked.row.id);
			const database = new Database(join(server.dataDir, 'live-chat.sqlite'));
			database.prepare('update access_tokens set expires_at = 1 where id = ?').run(expired.row.id);
			database.close();

			for (const [name, auth] of auths) listeners.set(name, await connect(server.origin, auth));
		});
		after(async () => {
			for (const listener of listeners.values()) listener.close();
			await store.close();
			await server.stop();
		});

		test('a caller without a good token of their own is refused', async () => {
			for (const [name, auth] of refused)
				await assert.rejects(connect(server.origin, auth), /Unauthorized/, `${name} was let in`);
		});

		const listener = (name: Heard) => listeners.get(name) ?? assert.fail(name);
		const count = (name: Heard, event: ServerEventName) =>
			listener(name).received.filter((received) => received.event === event).length;
		const appendTo = ({ id }: { id: number }) =>
			member.call(`conversations/${conversation}/messages/${id}/append`, { body: { content: ' think' } });
		const write = () => member.write(conversation, 'An answer');

		const nameMember = async () => {
			const content = `[@Member](mention://user/${(await member.profile()).id}/Member)`;
			await administrator.write(conversation, content, { private: true });
		};

		const ROWS: Record<ServerEventName, readonly Row[]> = {
			'conversation.created': [
				{
					what: 'the first message',
					heardBy: EVERY_SIDE,
					cause: async () => {
						conversation = await beginConversation(visitor);
					},
				},
			],
			'message.created': [
				{ what: "an agent's message", heardBy: EVERY_SIDE, cause: write },
				{ what: "the visitor's message", heardBy: EVERY_SIDE, cause: () => visitor.write('A question') },
				{
					what: 'a private note',
					heardBy: TEAM,
					cause: () => member.write(conversation, 'Between us', { private: true }),
				},
			],
			'message.updated': [
				{
					what: 'a deletion',
					heardBy: EVERY_SIDE,
					cause: async () =>
						member.call(`conversations/${conversation}/messages/${(await write()).id}`, { method: 'DELETE' }),
				},
				{
					what: 'the team reading',
					heardBy: EVERY_SIDE,
					cause: async () => {
						await visitor.write('Have you read this?');
						await member.call(`conversations/${conversation}/update_last_seen`, { body: {} });
					},
				},
			],
			'message.appended': [
				{
					what: "a piece of a bot's message",
					heardBy: EVERY_SIDE,
					cause: async () => appendTo(await member.write(conversation, 'I', STREAMING)),
				},
				{
					what: 'a piece of a private note',
					heardBy: TEAM,
					cause: async () => appendTo(await member.write(conversation, 'We', { private: true, ...STREAMING })),
				},
			],
			'conversation.updated': [
				{
					what: 'a name that the visitor gives',
					heardBy: EVERY_SIDE,
					cause: () => visitor.call('contact', { method: 'PATCH', body: { name: 'Ada Lee' } }),
				},
			],
			'conversation.status_changed': [
				{
					what: 'a resolution',
					heardBy: EVERY_SIDE,
					cause: () => member.call(`conversations/${conversation}/toggle_status`, { body: { status: 'resolved' } }),
				},
			],
			'conversation.read': [
				{
					what: 'the visitor reading',
					heardBy: TEAM,
					cause: () => visitor.call('conversations/update_last_seen', { body: {} }),
				},
			],
			'assignee.changed': [
				{
					what: 'the end of an assignment',
					heardBy: TEAM,
					// The member has taken it by the first answer.
					cause: () => member.call(`conversations/${conversation}/assignments`, { body: { assignee_id: 0 } }),
				},
			],
			'team.changed': [
				{
					what: 'an assignment to a team',
					heardBy: TEAM,
					cause: async () => {
						const { body: team } = await administrator.call<{ id: number }>('teams', { body: { name: 'returns' } });
						await member.call(`conversations/${conversation}/assignments`, { body: { team_id: team.id } });
					},
				},
			],
			'conversation.mentioned': [
				{
					what: 'a note that names an agent',
					heardBy: ['member'],
					cause: () => nameMember(),
				},
			],
			'notification.created': [
				{
					what: 'a note that names an agent',
					heardBy: ['member'],
					cause: () => nameMember(),
				},
			],
			'notification.updated': [
				{
					what: 'an agent who reads what they were told of',
					heardBy: ['member'],
					cause: () => member.call('notifications/read_all', { body: {} }),
				},
			],
			'notification.deleted': [
				{
					what: 'an agent who deletes what they were told of',
					heardBy: ['member'],
					cause: () => member.call('notifications/destroy_all', { body: {} }),
				},
			],
			'conversation.typing_on': [
				{
					what: 'the visitor typing',
					heardBy: TEAM,
					cause: () => visitor.call('conversations/toggle_typing', { body: { typing_status: 'on' } }),
				},
				{
					what: 'an agent typing',
					heardBy: ['its visitor', 'administrator'],
					cause: () =>
						member.call(`conversations/${conversation}/toggle_typing_status`, { body: { typing_status: 'on' } }),
				},
			],
			'conversation.typing_off': [
				{
					what: 'the visitor no longer typing',
					heardBy: TEAM,
					cause: () => visitor.call('conversations/toggle_typing', { body: { typing_status: 'off' } }),
				},
			],
			'conversation.viewing': [
				{
					what: 'an agent opening it',
					heardBy: ['administrator'],
					cause: () => member.call(`conversations/${conversation}/viewing`, { body: {} }),
				},
			],
			'presence.update': [
				{ what: "an agent's report", heardBy: ['member'], cause: async () => listener('member').updatePresence() },
			],
			// It is Chatwoot's, and says to which contact a visitor was merged: agents hear that
			// the conversation has changed.
			'contact.merged': [
				{
					what: 'a user whom two browsers share',
					heardBy: [],
					cause: async () => {
						const identity = { method: 'PATCH', body: { identifier: 'user-shared' } } as const;
						await (await createVisitor(server.origin)).call('contact/set_user', identity);
						await visitor.call('contact/set_user', identity);
					},
				},
			],
			'account.cache_invalidated': [
				{
					what: 'a new label',
					heardBy: [...TEAM, 'agent of another website'],
					cause: () => administrator.call('labels', { body: { title: 'new' } }),
				},
			],
			'conversation.deleted': [
				{
					what: 'a website that is deleted',
					heardBy: [...TEAM, 'agent of another website'],
					cause: async () => {
						const created = await administrator.call<TeamInbox>('inboxes', { body: { name: 'Short' } });
						const { id, website_token } = created.body;
						const known = await createVisitor(server.origin, undefined, website_token);
						await known.call('contact', { method: 'PATCH', body: { email: 'known@shop.example' } });
						await beginConversation(known);
						await administrator.call(`inboxes/${id}`, { method: 'DELETE' });
					},
				},
			],
			'contact.deleted': [
				{
					what: 'a visitor who deletes their data',
					heardBy: ['its visitor', ...TEAM, 'agent of another website'],
					cause: () => visitor.call('contact', { method: 'DELETE' }),
				},
			],
		};

		for (const [name, rows] of Object.entries(ROWS)) {
			const event = name as ServerEventName;
			for (const { what, heardBy, cause } of rows) {
				test(`${event}, by ${what}, is for: ${heardBy.join(', ') || 'no listener'}`, async () => {
					const before = new Map(LISTENERS.map((one) => [one, count(one, event)]));
					await cause();
					const hasHeard = (one: Heard) => count(one, event) > (before.get(one) ?? 0);
					for (const one of heardBy) await until(`${one} hears it`, () => hasHeard(one));
					// Who is still connected is answered to a report behind everything that was
					// sent before.
					const others = LISTENERS.filter((one) => !heardBy.includes(one));
					for (const one of others) {
						const known = count(one, 'presence.update');
						listener(one).updatePresence();
						await until(`${one} is answered`, () => count(one, 'presence.update') > known);
					}
					const answered = event === 'presence.update' ? 1 : 0;
					for (const one of others) assert.equal(count(one, event), (before.get(one) ?? 0) + answered, one);
				});
			}
		}
	});
}
