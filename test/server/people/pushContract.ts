/**
 * Push notifications to agents (docs/application-api.md, Notifications): who is told what, over a
 * real push service.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { addToken } from '../../support/channel.ts';
import { startServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { holdDeliveries } from '../receivers/holdDeliveries.ts';
import { startPushService } from './pushService.ts';

interface Person {
	id: number;
	agent: Agent;
}

export function describePush(database: string, prepare: Prepare): void {
	describe(`push notifications on ${database}`, () => {
		const certificate = makeCertificate();
		const folder = mkdtempSync(join(tmpdir(), 'live-chat-push-'));
		const trusted = join(folder, 'cert');
		writeFileSync(trusted, certificate.cert);
		const startSetup = (settings: Record<string, string> = {}) =>
			startConversationServer(
				prepare,
				{
					settings: {
						PUBLIC_URL: 'https://chat.example',
						NODE_EXTRA_CA_CERTS: trusted,
						PRIVATE_WEBHOOKS: 'on',
						...settings,
					},
				},
				startServer,
			);
		let shared: ConversationServer;
		let websites = 0;
		before(async () => {
			shared = await startSetup();
		});
		after(async () => {
			await shared.stop();
			rmSync(folder, { recursive: true });
		});

		/**
		 * A website and a push service of the test's own: Ann and Ben answer there, Cem does not;
		 * each has a device of their name.
		 */
		async function start(t: TestContext, setup = shared) {
			const nth = ++websites;
			const service = await startPushService(t, certificate);
			const { body: inbox } = await setup.agent.call<TeamInbox>('inboxes', {
				body: { name: `Shop ${nth}`, channel: { type: 'web_widget' } },
			});
			const { origin } = setup.server;
			const subscribe = (agent: Agent, name: string) =>
				call<{ id: number }>(origin, '/api/v1/notification_subscriptions', {
					body: { subscription_type: 'browser_push', subscription_attributes: service.subscribe(name) },
					headers: { api_access_token: agent.token },
				});
			const people: Person[] = [];
			for (const name of ['ann', 'ben', 'cem']) {
				const email = `${name}@team-${nth}.example`;
				const { body } = await setup.agent.call<{ id: number }>('agents', { body: { name, email } });
				const agent = createAgent(origin, await addToken(setup.where, email));
				assert.equal((await subscribe(agent, name)).status, 200);
				people.push({ id: body.id, agent });
			}
			const [ann, ben, cem] = people as [Person, Person, Person];
			const join = (...members: Person[]) =>
				setup.agent.call('inbox_members', {
					method: 'PATCH',
					body: { inbox_id: inbox.id, user_ids: members.map(({ id }) => id) },
				});
			await join(ann, ben);
			return {
				...setup,
				inbox,
				service,
				subscribe,
				ann,
				ben,
				cem,
				join,
				async visit(name = 'Ada') {
					const visitor = await createVisitor(origin, undefined, inbox.website_token);
					await visitor.call('contact', { method: 'PATCH', body: { name } });
					return visitor;
				},
				assign: (displayId: number, { id }: Person, by: Agent = setup.agent) =>
					by.call(`conversations/${displayId}/assignments`, { body: { assignee_id: id } }),
				told: () => service.pushed.map(({ to, title, body }) => `${to}: ${title}${body && `: ${body}`}`).toSorted(),
				passed: () =>
					t.waitFor(async () => assert.deepEqual(await setup.query('select event from deliveries'), []), PATIENTLY),
			};
		}
		type Stage = Awaited<ReturnType<typeof start>>;

		const NEW = ['ann: New conversation with Ada: Hello', 'ben: New conversation with Ada: Hello'];

		/** What happens → who is told. */
		const CASES: Record<string, { act: (stage: Stage) => Promise<unknown>; told: string[] }> = {
			'a new conversation is for all who see it and want to know, and what follows for nobody': {
				act: async ({ visit, cem, agent }) => {
					const visitor = await visit();
					await beginConversation(visitor);
					await visitor.write('More');
					await agent.call('notification_settings', { method: 'PATCH', body: { selected_push_flags: [] } });
					await cem.agent.profile();
				},
				told: NEW,
			},
			'an assignment and the messages after it are for the assignee alone, a note too': {
				act: async ({ visit, assign, passed, agent, ann, ben }) => {
					const visitor = await visit();
					const displayId = await beginConversation(visitor);
					await passed();
					await assign(displayId, ann);
					await passed();
					await visitor.write('More');
					await passed();
					await agent.write(displayId, 'Only for us', { private: true });
					await ann.agent.write(displayId, 'To myself', { private: true });
					await assign(displayId, ben, ben.agent);
				},
				told: [
					...NEW.slice(0, 1),
					'ann: New message from Ada: More',
					'ann: New message from Ada: Only for us',
					'ann: The conversation with Ada is yours now',
					...NEW.slice(1),
				],
			},
			'who follows a conversation is told of its messages, as long as they do': {
				act: async ({ visit, assign, passed, ann, ben, service }) => {
					const visitor = await visit();
					const displayId = await beginConversation(visitor);
					await assign(displayId, ann);
					await passed();
					service.pushed.length = 0;
					const follow = (method: string) =>
						ben.agent.call(`conversations/${displayId}/participants`, { method, body: { user_ids: [ben.id] } });
					await follow('POST');
					await visitor.write('More');
					await passed();
					await follow('DELETE');
					await visitor.write('And more');
				},
				told: [
					'ann: New message from Ada: And more',
					'ann: New message from Ada: More',
					'ben: New message from Ada: More',
				],
			},
			'who does not want it, has left the website or the team, or has signed out is not told': {
				act: async ({ visit, join, cem, ann, ben, agent }) => {
					await join(ann, ben, cem);
					await ann.agent.call('notification_settings', {
						method: 'PATCH',
						body: { selected_push_flags: ['push_conversation_assignment'] },
					});
					await agent.call(`agents/${ben.id}`, { method: 'DELETE' });
					await join(ann);
					await beginConversation(await visit());
				},
				told: [],
			},
			'a note that names somebody is for them, also in a resolved conversation': {
				act: async ({ visit, assign, passed, agent, ann, ben, cem, service }) => {
					const displayId = await beginConversation(await visit());
					await assign(displayId, ann);
					await passed();
					await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
					service.pushed.length = 0;
					const named = [ben, cem].map(({ id }) => `[@You](mention://user/${id}/You)`);
					await agent.write(displayId, `Look: ${named.join(' ')}`, { private: true });
				},
				told: ['ben: You were mentioned in the conversation with Ada: Look: @You @You'],
			},
			'blocked visitors and what the team begins tell nobody': {
				act: async ({ visit, agent, inbox, passed, service }) => {
					const visitor = await visit();
					const displayId = await beginConversation(visitor);
					await passed();
					service.pushed.length = 0;
					await agent.call(`conversations/${displayId}/mute`, { method: 'POST' });
					await visitor.write('Still here');
					const begun = { inbox_id: inbox.id, contact_id: (await visit('Bob')).contactId, message: { content: 'Hi' } };
					await agent.call('conversations', { body: begun });
				},
				told: [],
			},
		};
		for (const [name, { act, told }] of Object.entries(CASES))
			test(name, async (t) => {
				const stage = await start(t);
				await act(stage);
				await stage.passed();
				assert.deepEqual(stage.told(), told);
			});

		test('the request says who sends it, how urgent it is and what it replaces, and leads to the conversation', async (t) => {
			const { visit, service, passed, server, ann } = await start(t);
			const displayId = await beginConversation(await visit());
			await passed();
			const { headers, url, tag } = service.pushed.find(({ to }) => to === 'ann') ?? assert.fail();
			assert.deepEqual([url, tag], [`/desk#/conversations/${displayId}`, `live-chat-desk:${displayId}`]);
			assert.equal(headers['urgency'], 'high');
			assert.equal(headers['topic'], `live-chat-desk-${displayId}`);
			assert.ok(Number(headers['ttl']) > 14_000 && Number(headers['ttl']) <= 14_400, headers['ttl']?.toString());
			const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
			const asked = await call<{ vapid_public_key: string }>(server.origin, '/api/v1/notification_subscriptions', {
				headers: { api_access_token: ann.agent.token },
			});
			assert.equal(key, asked.body.vapid_public_key);
			const point = Buffer.from(key, 'base64url');
			const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
			await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'));
			assert.equal(decodeJwt(token).sub, 'https://chat.example');
		});

		test('a service that is busy is asked again, and a device that it does not know any more is removed', async (t) => {
			const { visit, service, join, ann, passed, query, told, subscribe } = await start(t);
			await join(ann);
			service.answers.push(503, 429);
			await beginConversation(await visit());
			await passed();
			assert.deepEqual([service.attempts(), told()], [3, NEW.slice(0, 1)]);
			for (const gone of [410, 404]) {
				await subscribe(ann.agent, 'ann');
				service.answers.push(gone);
				const [before] = await query('select count(*) as count from push_subscriptions');
				await beginConversation(await visit(`Gone ${gone}`));
				await passed();
				const [now] = await query('select count(*) as count from push_subscriptions');
				assert.equal(Number(now?.['count']), Number(before?.['count']) - 1);
			}
			assert.deepEqual(await query('select * from deliveries'), []);
		});

		test('what was deleted is not in a notification that waited', async (t) => {
			const { visit, service, join, ann, agent, passed, query, told } = await start(t);
			await join(ann);
			service.answers.push(...Array.from({ length: 100 }, () => 503));
			const visitor = await visit();
			const { id, conversation_id: displayId } = await visitor.write('4111 1111 1111 1111');
			await t.waitFor(async () => {
				const failed = await query('select id from deliveries where failure is not null');
				assert.equal(failed.length, 1);
			}, PATIENTLY);
			await holdDeliveries(t, { query });
			await agent.call(`conversations/${displayId}/messages/${id}`, { method: 'DELETE' });
			service.answers.length = 0;
			await query('update delivery_queues set due_at = 1');
			await passed();
			assert.deepEqual(told(), []);
		});

		test('no device makes the server call its own network', async (t) => {
			const strict = await startSetup({ PRIVATE_WEBHOOKS: 'off' });
			t.after(() => strict.stop());
			const { visit, service, query } = await start(t, strict);
			await beginConversation(await visit());
			await t.waitFor(async () => {
				const given = await query('select failure from deliveries where given_up_at is not null');
				assert.equal(given.length, 2);
				for (const { failure } of given) assert.match(String(failure), /private/);
			}, PATIENTLY);
			assert.equal(service.attempts(), 0);
		});

		test('an agent has a test sent to their own devices', async (t) => {
			const { server, ann, passed, told } = await start(t);
			await call(server.origin, '/api/v1/notification_subscriptions/test', {
				method: 'POST',
				headers: { api_access_token: ann.agent.token, 'accept-language': 'de' },
			});
			await passed();
			assert.deepEqual(told(), ['ann: Benachrichtigungen erreichen dieses Gerät.']);
		});
	});
}
