/**
 * What agents choose to be told of, and on which devices (docs/application-api.md, Notifications).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import {
	EMAIL_FLAGS,
	PUSH_FLAGS,
	type NotificationSettings,
	type NotificationSubscription,
} from '#protocol/application/notificationRoutes.ts';
import { addToken } from '../../support/channel.ts';
import { newPushSubscription } from '../../support/pushSubscription.ts';
import { call, createAgent, type Agent } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SUBSCRIPTIONS = '/api/v1/notification_subscriptions';

export function describeNotifications(database: string, prepare: Prepare): void {
	describe(`what agents choose to be told of, on ${database}`, () => {
		let setup: ConversationServer;
		let origin: string;
		let noor: Agent;
		before(async () => {
			setup = await startConversationServer(prepare);
			({ origin } = setup.server);
			noor = createAgent(origin, await addToken(setup.where, 'noor@example.com'));
		});
		after(() => setup.stop());

		let count = 0;
		const keysOf = (endpoint = `https://push.example/${++count}`) => newPushSubscription(endpoint);
		const subscribe = (headers: Record<string, string>, subscription_attributes: object = keysOf()) =>
			call<NotificationSubscription>(origin, SUBSCRIPTIONS, {
				body: { notification_subscription: { subscription_type: 'browser_push', subscription_attributes } },
				headers: { 'user-agent': FIREFOX, ...headers },
			});
		const by = ({ token }: Agent) => ({ api_access_token: token });
		const list = async (headers: Record<string, string>) =>
			(
				await call<{ payload: NotificationSubscription[]; vapid_public_key: string }>(origin, SUBSCRIPTIONS, {
					headers,
				})
			).body;
		/** Signs in at the desk; answers the headers of its requests. */
		const enter = async ({ token }: Agent) => {
			const ofDesk = { [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin };
			const { headers } = await call(origin, '/auth/desk_session', { body: { access_token: token }, headers: ofDesk });
			return { ...ofDesk, cookie: headers.get('set-cookie')?.split(';')[0] ?? assert.fail() };
		};

		test('each agent is told of everything until they choose, by flags of Chatwoot', async () => {
			const read = async (agent: Agent) => (await agent.call<NotificationSettings>('notification_settings')).body;
			const settings = await read(noor);
			assert.deepEqual([settings.selected_email_flags, settings.selected_push_flags], [EMAIL_FLAGS, PUSH_FLAGS]);
			const body = {
				notification_settings: {
					selected_email_flags: ['email_conversation_assignment', 'email_sla_missed_first_response'],
				},
			};
			const changed = await noor.call<NotificationSettings>('notification_settings', { method: 'PUT', body });
			assert.equal(changed.status, 200);
			assert.deepEqual(changed.body.selected_email_flags, ['email_conversation_assignment']);
			assert.deepEqual(changed.body.selected_push_flags, PUSH_FLAGS);
			assert.deepEqual(await read(noor), changed.body);
			assert.deepEqual((await read(setup.agent)).selected_email_flags, EMAIL_FLAGS);
		});

		test('a device is listed for its owner alone, without its address and keys, and can be removed', async () => {
			const { status, body } = await subscribe(by(noor));
			assert.equal(status, 200);
			assert.equal(body.device, 'Firefox on Linux');
			const { payload, vapid_public_key } = await list(by(noor));
			assert.deepEqual(payload, [{ ...body, current: true }]);
			assert.match(vapid_public_key, /^[\w-]{87}$/);
			assert.ok(!/push\.example|ppp|aaa/.test(JSON.stringify([body, payload])));
			assert.deepEqual((await list(by(setup.agent))).payload, []);
			assert.equal((await list(by(setup.agent))).vapid_public_key, vapid_public_key);
			const remove = async (agent: Agent) =>
				(await call(origin, `${SUBSCRIPTIONS}/${body.id}`, { method: 'DELETE', headers: by(agent) })).status;
			assert.deepEqual([await remove(setup.agent), await remove(noor), await remove(noor)], [404, 200, 404]);
			assert.deepEqual((await list(by(noor))).payload, []);
		});

		test('only addresses of https, and keys that may be some, are taken', async () => {
			for (const wrong of [
				keysOf('http://push.example/1'),
				keysOf('javascript:alert(1)'),
				keysOf(`https://push.example/${'x'.repeat(2048)}`),
				{ ...keysOf(), p256dh: 'short' },
				{ ...keysOf(), auth: '%'.repeat(22) },
				{ endpoint: 'https://push.example/1' },
			])
				assert.equal((await subscribe(by(noor), wrong)).status, 422, JSON.stringify(wrong));
			assert.deepEqual((await list(by(noor))).payload, []);
		});

		test('a browser belongs to whoever has subscribed last, and its device ends with the sign-in', async () => {
			const [first, second] = [await enter(noor), await enter(setup.agent)];
			const keys = keysOf();
			const { id } = (await subscribe(first, keys)).body;
			await subscribe(first);
			assert.equal((await list(first)).payload.length, 2);
			assert.deepEqual(
				(await list(by(noor))).payload.map(({ current }) => current),
				[false, false],
			);
			assert.equal((await subscribe(second, keys)).body.id, id);
			assert.equal((await list(first)).payload.length, 1);
			await call(origin, '/auth/sign_out', { method: 'DELETE', headers: second });
			assert.deepEqual((await list(by(setup.agent))).payload, []);
			const [session] = (
				await call<{ payload: { id: number }[] }>(origin, '/api/v1/profile/desk_sessions', { headers: first })
			).body.payload;
			await setup.query(`update desk_sessions set expires_at = 1 where id = ${session?.id}`);
			assert.deepEqual((await list(by(noor))).payload, []);
		});

		test('an agent has at most twenty devices, and who leaves the team has none', async () => {
			const { body } = await setup.agent.call<{ id: number }>('agents', {
				body: { name: 'Short', email: 'short@x.example' },
			});
			const short = createAgent(origin, await addToken(setup.where, 'short@x.example'));
			for (let made = 0; made < 21; made += 1) await subscribe(by(short));
			assert.equal((await list(by(short))).payload.length, 20);
			await setup.agent.call(`agents/${body.id}`, { method: 'DELETE' });
			assert.deepEqual(await setup.query(`select id from push_subscriptions where user_id = ${body.id}`), []);
		});
	});
}
