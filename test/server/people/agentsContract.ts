/**
 * Adding people to a team, changing their roles, and removing them (docs/application-api.md,
 * Agents).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import type { Profile, TeamAgent, TeamConversation } from '#protocol/entities/entities.ts';
import { createPasswordHasher, type PasswordHasher } from '../../../src/server/base/passwordHash.ts';
import { addAgent, removeAgent } from '../../../src/server/domain/people/agents.ts';
import { createLoginLink } from '../../../src/server/domain/people/loginLink.ts';
import { createAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { setPassword } from '../../../src/server/domain/people/setPassword.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { addForeignChannel, addToken, AGENT_PASSWORD, givePassword } from '../../support/channel.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent, type Answer } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { Receiver } from '../receivers/receiver.ts';
import { until } from '../../support/until.ts';

const NEEDED = [422, { message: 'The account needs an administrator', attributes: ['base'] }];

/** More than lose their assignee before the route answers. */
const CONVERSATIONS = 30;

export function describeAgents(database: string, prepare: Prepare): void {
	describe(`agents on ${database}`, () => {
		let setup: ConversationServer;
		let inboxId: number;
		before(async () => {
			setup = await startConversationServer(prepare, { settings: { PRIVATE_WEBHOOKS: 'on' } });
			const { body } = await setup.agent.call<{ payload: { id: number }[] }>('inboxes');
			inboxId = body.payload[0]?.id ?? assert.fail();
		});
		after(() => setup.stop());

		const join = async (name: string, more: object = {}) => {
			const email = `${name.toLowerCase()}@team.example`;
			const made = await setup.agent.call<TeamAgent>('agents', { body: { name, email, ...more } });
			assert.equal(made.status, 200, JSON.stringify(made.body));
			const agent = createAgent(setup.server.origin, await addToken(setup.where, email));
			return { ...made.body, agent };
		};
		const answers = (...userIds: number[]) => ({ body: { inbox_id: inboxId, user_ids: userIds } });
		const list = async () => (await setup.agent.call<TeamAgent[]>('agents')).body;
		const asSelf = async (agent: Agent, path: string, body: object, method = 'POST') =>
			(await call<Profile>(setup.server.origin, path, { method, headers: { api_access_token: agent.token }, body }))
				.body;
		const seen = async (agent: Agent) =>
			(await agent.call<{ data: { payload: unknown[] } }>('conversations?status=all')).body.data.payload.length;

		test('people choose their names and whether they are there, and a link of an administrator signs them in once', async () => {
			const { agent, id, email } = await join('Noor');
			const names = { name: 'Noor Haddad', display_name: 'Noor' };
			await asSelf(agent, '/api/v1/profile', { profile: names }, 'PATCH');
			const availability = { account_id: 1, availability: 'busy' };
			const said = await asSelf(agent, '/api/v1/profile/availability', { profile: availability });
			assert.deepEqual(
				[said.name, said.available_name, said.accounts[0]?.availability],
				[...Object.values(names), 'busy'],
			);
			const elsewhere = await call(setup.server.origin, '/api/v1/profile/availability', {
				headers: { api_access_token: agent.token },
				body: { profile: { ...availability, account_id: 999 } },
			});
			assert.equal(elsewhere.status, 404);
			const made = await setup.agent.call<{ login_url: string }>(`agents/${id}/login_link`, { method: 'POST' });
			const code = new URLSearchParams(new URL(made.body.login_url).hash.slice(1)).get('login');
			const body = { email, sso_auth_token: code };
			const enter = async () => (await call(setup.server.origin, '/auth/sign_in', { body })).status;
			assert.deepEqual([await enter(), await enter()], [200, 401]);
		});

		test('a new person is an agent who sees no conversation until inboxes are chosen', async () => {
			await beginConversation(await createVisitor(setup.server.origin));
			const { agent, ...facts } = await join('Mira', { email: 'Mira@Team.Example' });
			assert.deepEqual(
				[facts.name, facts.email, facts.role, facts.availability_status, facts.auto_offline],
				['Mira', 'mira@team.example', 'agent', 'offline', true],
			);
			assert.equal(await seen(agent), 0);
			const members = await setup.agent.call<{ payload: TeamAgent[] }>('inbox_members', answers(facts.id));
			assert.ok(members.body.payload.some(({ id }) => id === facts.id));
			assert.ok((await seen(agent)) > 0);
			const others = members.body.payload.map(({ id }) => id).filter((id) => id !== facts.id);
			const set = await setup.agent.call<{ payload: TeamAgent[] }>('inbox_members', {
				method: 'PATCH',
				...answers(...others),
			});
			assert.deepEqual(new Set(set.body.payload.map(({ id }) => id)), new Set(others));
			assert.equal(await seen(agent), 0);
			await setup.agent.call('inbox_members', answers(facts.id));
			assert.equal((await setup.agent.call('inbox_members', { method: 'DELETE', ...answers(facts.id) })).status, 200);
			assert.equal(await seen(agent), 0);
		});

		test('the team is listed by name, with each person once', async () => {
			await join('aaron');
			const names = (await list()).map(({ name }) => name);
			assert.deepEqual(names.slice(0, 2), ['aaron', 'Ada Lindqvist']);
			const again = await setup.agent.call('agents', { body: { name: 'Aaron', email: 'AARON@team.example' } });
			assert.deepEqual(
				[again.status, again.body],
				[
					422,
					{
						error: 'Validation failed: User has already been taken',
						message: 'User has already been taken',
						attributes: ['user_id'],
					},
				],
			);
		});

		test('roles and names change, and blank values change nothing', async () => {
			const { id, agent } = await join('Rolf');
			assert.equal((await agent.call('campaigns')).status, 401);
			const change = (body: object) => setup.agent.call<TeamAgent>(`agents/${id}`, { method: 'PATCH', body });
			const told = await setup.listenAsAgent();
			const { body } = await change({ role: 'administrator', name: '', availability: 'busy', auto_offline: 'false' });
			assert.deepEqual(
				[body.name, body.role, body.availability_status, body.auto_offline],
				['Rolf', 'administrator', 'busy', false],
			);
			await told.next('account.cache_invalidated');
			told.close();
			assert.equal((await agent.call('campaigns')).status, 200);
			assert.equal((await change({ role: 'agent', name: 'Rolf B' })).body.name, 'Rolf B');
			assert.equal((await agent.call('campaigns')).status, 401);
			assert.equal((await change({ role: 'king' })).status, 422);
		});

		test('names and address are corrected; links that were mailed to the former address sign nobody in any more', async () => {
			const { id, agent, email } = await join('Tpyo');
			const change = (body: object) => setup.agent.call<TeamAgent>(`agents/${id}`, { method: 'PATCH', body });
			const link = await setup.agent.call<{ login_url: string }>(`agents/${id}/login_link`, { method: 'POST' });
			const code = new URLSearchParams(new URL(link.body.login_url).hash.slice(1)).get('login');
			const { body } = await change({ name: 'Typo', display_name: 'Ty', email: 'Typo@Team.example' });
			assert.deepEqual([body.name, body.available_name, body.email], ['Typo', 'Ty', 'typo@team.example']);
			for (const address of [email, 'typo@team.example']) {
				const credentials = { email: address, sso_auth_token: code };
				assert.equal((await call(setup.server.origin, '/auth/sign_in', { body: credentials })).status, 401, address);
			}
			assert.equal((await agent.call('conversations')).status, 200, 'they stay signed in');
			assert.equal((await change({ email: '', name: ' ' })).body.email, 'typo@team.example');
			assert.equal((await change({ display_name: '' })).body.available_name, 'Typo');
			const taken = await change({ email: (await setup.agent.profile()).email });
			assert.deepEqual(
				[taken.status, taken.body],
				[
					422,
					{
						error: 'Validation failed: Email has already been taken',
						message: 'Email has already been taken',
						attributes: ['email'],
					},
				],
			);
			assert.equal((await change({ email: 'no address' })).status, 422);
		});

		test('an account keeps an administrator', async () => {
			const { id } = await setup.agent.profile();
			const ways = [
				() => setup.agent.call(`agents/${id}`, { method: 'DELETE' }),
				() => setup.agent.call(`agents/${id}`, { method: 'PATCH', body: { role: 'agent' } }),
			];
			for (const way of ways) {
				const refused = await way();
				const { error, ...body } = refused.body as { error: string };
				assert.ok(error);
				assert.deepEqual([refused.status, body], NEEDED);
			}
			const { id: second, agent } = await join('Second', { role: 'administrator' });
			const both = await Promise.all([
				setup.agent.call(`agents/${second}`, { method: 'PATCH', body: { role: 'agent' } }),
				agent.call(`agents/${id}`, { method: 'PATCH', body: { role: 'agent' } }),
			]);
			assert.ok((await list()).some(({ role }) => role === 'administrator'));
			assert.ok(both.some(({ status }) => status !== 200));
			const standing = both[0]?.status === 200 ? setup.agent : agent;
			await standing.call(`agents/${id}`, { method: 'PATCH', body: { role: 'administrator' } });
			await setup.agent.call(`agents/${second}`, { method: 'DELETE' });
		});

		test('a removed person cannot sign in; their messages keep their name, and their conversations have no assignee', async () => {
			const { id, agent } = await join('Former');
			await setup.agent.call('inbox_members', answers(id));
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await agent.write(displayId, 'I was here');
			await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
			assert.equal((await setup.agent.conversation(displayId)).meta.assignee?.id, id);
			const { pubsub_token, account_id } = await agent.profile();
			const ended = Promise.withResolvers<void>();
			await connectSocketIo(setup.server.origin, { pubsub_token, account_id, user_id: id }, ended.resolve);

			assert.equal((await setup.agent.call(`agents/${id}`, { method: 'DELETE' })).status, 200);
			await ended.promise;
			const refused = await agent.call('conversations');
			assert.deepEqual([refused.status, refused.body], [401, { error: 'Invalid Access Token' }]);
			assert.ok(!(await list()).some((member) => member.id === id));
			assert.equal((await setup.agent.conversation(displayId)).meta.assignee, undefined);
			const unassigned = await setup.agent.call<{ data: { payload: TeamConversation[] } }>(
				'conversations?assignee_type=unassigned',
			);
			assert.ok(unassigned.body.data.payload.some((conversation) => conversation.id === displayId));
			for (const messages of [await visitor.messages(), await setup.agent.messages(displayId)]) {
				const sender = messages.find(({ content }) => content === 'I was here')?.sender;
				assert.ok(sender?.type === 'user');
				assert.deepEqual([sender.id, sender.name], [id, 'Former']);
			}
			const members = await call<{ payload: { id: number }[] }>(
				setup.server.origin,
				'/api/v1/widget/inbox_members?website_token=demo',
			);
			assert.ok(!members.body.payload.some((member) => member.id === id));
			assert.equal((await setup.agent.call(`agents/${id}`, { method: 'DELETE' })).status, 404);

			const back = await setup.agent.call<TeamAgent>('agents', { body: { name: 'X', email: 'former@team.example' } });
			assert.deepEqual([back.body.id, back.body.name, back.body.role], [id, 'Former', 'agent']);
			const returned = createAgent(setup.server.origin, await addToken(setup.where, 'former@team.example'));
			assert.equal(await seen(returned), 0);
			assert.equal((await agent.call('conversations')).status, 401);
		});

		for (const way of ['the route', 'a command'] as const) {
			test(`agents and webhooks are told of each conversation that ${way} leaves without an assignee, once`, async () => {
				const { id } = await join(`Leaver-${way.replace(' ', '-')}`);
				await setup.agent.call('inbox_members', answers(id));
				const displayIds: number[] = [];
				for (let count = 0; count < CONVERSATIONS; count++)
					displayIds.push(await beginConversation(await createVisitor(setup.server.origin)));
				await setup.query(`update conversations set assignee_id = ${id} where display_id in (${displayIds.join()})`);
				const receiver = await new Receiver().start();
				const store = await openStore(setup.where);
				const webhook = await store.webhooks.insert({
					accountId: 1,
					url: receiver.url,
					secret: 'secret',
					subscriptions: ['conversation_updated'],
				});
				const listener = await setup.listenAsAgent();
				try {
					if (way === 'the route') await setup.agent.call(`agents/${id}`, { method: 'DELETE' });
					else
						await store.transaction(async (repositories) =>
							removeAgent(repositories, (await repositories.users.findMember(1, id)) ?? assert.fail()),
						);
					const heard = new Map<number, unknown>();
					while (heard.size < CONVERSATIONS) {
						const conversation = await listener.next('conversation.updated');
						assert.ok(!heard.has(conversation.id), 'told once');
						heard.set(conversation.id, conversation.meta.assignee);
					}
					assert.deepEqual(heard, new Map(displayIds.map((displayId) => [displayId, null])));
					await until('the webhook is told', () => receiver.told.length >= CONVERSATIONS);
					assert.deepEqual(new Set(receiver.told.map(({ body }) => body.id)), new Set(displayIds));
				} finally {
					listener.close();
					await store.webhooks.delete(webhook.id);
					await store.close();
					receiver.stop();
				}
			});
		}

		describe('people of several accounts', () => {
			const PASSWORD = 'nine quiet lamps at sea';
			const ELSEWHERE = [
				422,
				{
					error: 'Validation failed: User is in another account of this server: its operator can add them to this one',
					message: 'User is in another account of this server: its operator can add them to this one',
					attributes: ['user_id'],
				},
			];
			let store: Store;
			let elsewhere: number;
			let foreign: <T>(path: string, more?: { method?: string; body?: object }) => Promise<Answer<T>>;
			before(async () => {
				store = await openStore(setup.where);
				elsewhere = (await store.accounts.insert('Elsewhere')).id;
				const { id } = await addAgent(store, elsewhere, {
					name: 'Bea',
					email: 'bea@elsewhere.example',
					role: 'administrator',
				});
				const { token } = await createAccessToken(store, { user_id: id }, { name: 'test' });
				await givePassword(setup.where, 'bea@elsewhere.example');
				foreign = (path, more) =>
					call(setup.server.origin, `/api/v1/accounts/${elsewhere}/${path}`, {
						...more,
						headers: { api_access_token: token },
					});
			});
			after(() => store.close());

			const signIn = async (body: object) => (await call(setup.server.origin, '/auth/sign_in', { body })).status;
			/**
			 * A person whom another account's administrator has added, with all by which that
			 * administrator can act as them.
			 */
			const prepare = async (email: string) => {
				const { id } = (await foreign<TeamAgent>('agents', { body: { name: 'New Hire', email } })).body;
				const { access_token: token } = (
					await foreign<{ access_token: string }>(`agents/${id}/access_tokens`, {
						body: { name: 'Mine', current_password: AGENT_PASSWORD },
					})
				).body;
				const { login_url } = (await foreign<{ login_url: string }>(`agents/${id}/login_link`, { method: 'POST' }))
					.body;
				const code = new URLSearchParams(new URL(login_url).hash.slice(1)).get('login');
				await store.passwords.set(id, await createPasswordHasher().hash(PASSWORD));
				return { id, email, token, code, agent: createAgent(setup.server.origin, token) };
			};

			test('an administrator cannot add people of another account, who stay their administrators’', async () => {
				const { email, agent } = await prepare('hired@team.example');
				const refused = await setup.agent.call('agents', { body: { name: 'Hired', email } });
				assert.deepEqual([refused.status, refused.body], ELSEWHERE);
				assert.equal((await agent.call('conversations')).status, 401);

				const { id: ownId, email: own, agent: member } = await join('Staying');
				const taken = await foreign('agents', { body: { name: 'Taken', email: own } });
				assert.deepEqual([taken.status, taken.body], ELSEWHERE);
				assert.equal((await member.call('conversations')).status, 200);
				assert.equal((await setup.agent.call(`agents/${ownId}/access_tokens`)).status, 200);
			});

			test('what others made to sign in as a person ends when the operator adds them to another account', async () => {
				const { id, email, token, code, agent } = await prepare('newhire@team.example');
				assert.equal(await signIn({ email, password: PASSWORD }), 200);
				const { pubsub_token } = await agent.profile();
				const ended = Promise.withResolvers<void>();
				const auth = { pubsub_token, account_id: elsewhere, user_id: id };
				await connectSocketIo(setup.server.origin, auth, ended.resolve);

				await store.transaction((repositories) =>
					addAgent(repositories, 1, { name: '', email, role: 'administrator', mayBeElsewhere: true }),
				);
				await ended.promise;
				const refused = await agent.call('conversations');
				assert.deepEqual([refused.status, refused.body], [401, { error: 'Invalid Access Token' }]);
				await assert.rejects(connectSocketIo(setup.server.origin, { ...auth, account_id: 1 }), /Unauthorized/);
				assert.equal(await signIn({ email, password: PASSWORD }), 401);
				assert.equal(await signIn({ email, sso_auth_token: code }), 401);
				const entered = call(setup.server.origin, '/auth/desk_session', {
					body: { access_token: token },
					headers: { [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin: setup.server.origin },
				});
				assert.equal((await entered).status, 401);

				for (const path of [`agents/${id}/access_tokens`, `agents/${id}/login_link`])
					assert.equal((await foreign(path, { body: { name: 'Again' } })).status, 401, path);
				const user = (await store.users.find(id)) ?? assert.fail();
				const link = new URL(await createLoginLink(store, user, setup.server.origin));
				const sso_auth_token = new URLSearchParams(link.hash.slice(1)).get('login');
				assert.equal(await signIn({ email, sso_auth_token }), 200);
			});

			test('an administrator changes neither names nor address of a person who is in another account, too', async () => {
				const { id, email } = await prepare('both@team.example');
				await store.transaction((repositories) => addAgent(repositories, 1, { name: '', email, mayBeElsewhere: true }));
				const change = (body: object) => setup.agent.call<TeamAgent>(`agents/${id}`, { method: 'PATCH', body });
				for (const body of [{ email: 'mine@team.example' }, { name: 'Mine' }, { display_name: 'Mine' }]) {
					const refused = await change(body);
					assert.equal(refused.status, 422, JSON.stringify(body));
					assert.deepEqual((refused.body as unknown as { attributes: string[] }).attributes, ['user_id']);
				}
				const same = await change({ email, name: 'New Hire', role: 'administrator' });
				assert.deepEqual([same.status, same.body.role], [200, 'administrator']);
				assert.equal((await store.users.find(id))?.email, email);
			});

			test('a password that is being set while the person is added elsewhere is refused', async () => {
				const { id, email } = await prepare('hurried@team.example');
				const user = (await store.users.find(id)) ?? assert.fail();
				const token = (await store.accessTokens.list({ user_id: id }))[0] ?? assert.fail();
				const hasher: PasswordHasher = {
					...createPasswordHasher(),
					async hash() {
						await store.transaction((repositories) =>
							addAgent(repositories, 1, { name: '', email, mayBeElsewhere: true }),
						);
						return 'hash';
					},
				};
				const by = { kind: 'token', id: token.id } as const;
				await assert.rejects(setPassword(store, hasher, user, { password: PASSWORD, by }), /ACCESS_ENDED/);
				assert.equal(await store.passwords.findHash(id), undefined);
			});
		});

		test('a person of another account cannot be found, renamed or added to an inbox', async () => {
			await addForeignChannel(setup.where, 'elsewhere');
			const [stranger] = await setup.query(
				"insert into users (name, email, avatar_url, created_at) values ('Eve', 'eve@x.example', '', 1) returning id",
			);
			const id = Number(stranger?.['id']);
			const [foreign] = await setup.query("select inbox_id from web_widgets where website_token = 'elsewhere'");
			const foreignInbox = Number(foreign?.['inbox_id']);
			const own = (await setup.agent.profile()).id;
			for (const [method, path, body, status] of [
				['PATCH', `agents/${id}`, { role: 'agent' }, 404],
				['DELETE', `agents/${id}`, undefined, 404],
				['POST', 'inbox_members', { inbox_id: inboxId, user_ids: [id] }, 401],
				['POST', 'inbox_members', { inbox_id: foreignInbox, user_ids: [own] }, 404],
				['GET', `inbox_members/${foreignInbox}`, undefined, 404],
			] as const) {
				const answer = await setup.agent.call(path, { method, ...(body ? { body } : {}) });
				assert.equal(answer.status, status, `${method} ${path}`);
			}
		});
	});
}
