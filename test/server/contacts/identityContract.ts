/**
 * Who a visitor is, and that claiming to be another person gains nothing (docs/wire.md, Contact and
 * Identity).
 */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import type { PushConversation } from '#protocol/entities/entities.ts';
import { findCurrentConversation, listOwnConversations } from '../../../src/server/domain/contacts/visitor.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { startServer, type ServerOptions, type TestServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';

interface SetUser {
	id: number;
	has_email: boolean;
	has_phone_number: boolean;
	widget_auth_token?: string;
}

const HMAC_REFUSED = { error: 'HMAC failed: Invalid Identifier Hash Provided' };

/**
 * @param prepare also provides direct access to the database, for SQL that both databases
 * understand
 */
export function describeIdentity(
	database: string,
	prepare: () => Promise<{
		options: ServerOptions;
		query(statement: string): Promise<Record<string, unknown>[]>;
		cleanUp(): Promise<void>;
	}>,
): void {
	describe(`identity on ${database}`, () => {
		let server: TestServer;
		let query: (statement: string) => Promise<Record<string, unknown>[]>;
		let cleanUp: () => Promise<void>;
		let databaseUrl: string | undefined;
		let agent: Agent;
		let hmacKey: string;
		before(async () => {
			const prepared = await prepare();
			({ query, cleanUp } = prepared);
			databaseUrl = prepared.options.databaseUrl;
			server = await startHostedServer(prepared.options);
			agent = createAgent(server.origin, server.agentToken);
			hmacKey = String((await query('select hmac_token from web_widgets'))[0]?.['hmac_token']);
		});
		after(async () => {
			await server.stop();
			await cleanUp();
		});

		const proof = (identifier: string) => createHmac('sha256', hmacKey).update(identifier).digest('hex');
		const setUser = (visitor: Visitor, body: object) =>
			visitor.call<SetUser>('contact/set_user', { method: 'PATCH', body });
		const prove = (visitor: Visitor, identifier: string, more: object = {}) =>
			setUser(visitor, { identifier, identifier_hash: proof(identifier), ...more });

		test("loading a page or a channel's look creates no contact", async () => {
			const count = () => query('select count(*) as contacts from contacts');
			const before = await count();
			await call(server.origin, '/widget?website_token=demo');
			await call(server.origin, '/widget?website_token=demo&cw_conversation=junk');
			await call(server.origin, '/widget/channel.json?website_token=demo');
			assert.deepEqual(await count(), before);
		});

		test('config starts a session once, and recognises it by its token', async () => {
			const visitor = await createVisitor(server.origin);
			const again = await createVisitor(server.origin, visitor.authToken);
			assert.deepEqual([again.contactId, again.pubsubToken], [visitor.contactId, visitor.pubsubToken]);
			assert.notEqual((await createVisitor(server.origin, 'junk')).contactId, visitor.contactId);
		});

		test('the token contains the session and the inbox, and nothing else', async () => {
			const visitor = await createVisitor(server.origin);
			const payload = JSON.parse(Buffer.from(visitor.authToken.split('.')[1] ?? '', 'base64url').toString()) as object;
			assert.deepEqual(new Set(Object.keys(payload)), new Set(['inbox_id', 'source_id']));
		});

		test('facts are added; blank ones are ignored, invalid ones dropped, attributes merged, and none is disclosed', async () => {
			const visitor = await createVisitor(server.origin);
			const patch = (body: object) => visitor.call<object>('contact', { method: 'PATCH', body });
			await patch({ email: 'Ada@Example.com', custom_attributes: { plan: { name: 'pro', seats: 1 }, old: true } });
			await patch({ email: '', phone_number: '12', name: 'Ada', custom_attributes: { plan: { seats: 2 } } });
			const shown = await visitor.call('contact');
			assert.deepEqual(shown.body, {
				id: visitor.contactId,
				has_email: true,
				has_name: true,
				has_phone_number: false,
				identifier: null,
			});
			const displayId = await beginConversation(visitor);
			const { sender } = (await agent.conversation(displayId)).meta;
			assert.deepEqual([sender.name, sender.email, sender.phone_number], ['Ada', 'ada@example.com', null]);
			assert.deepEqual(sender.custom_attributes, { plan: { name: 'pro', seats: 2 }, old: true });
		});

		for (const kind of ['custom_attributes', 'additional_attributes'] as const) {
			test(`${kind} are merged up to a limit, which does not keep a user from being proven`, async () => {
				const list = Array.from({ length: 20 }, () => 'x'.repeat(1_000));
				const visitor = await createVisitor(server.origin);
				const add = (name: string) =>
					visitor.call<object>('contact', { method: 'PATCH', body: { [kind]: { [name]: list } } });
				assert.equal((await add('one')).status, 200);
				assert.equal((await add('one')).status, 200);
				const refused = await add('two');
				assert.equal(refused.status, 422);
				assert.deepEqual(refused.body, {
					message: `${kind === 'custom_attributes' ? 'Custom' : 'Additional'} attributes are too large (maximum is 32000 bytes)`,
					attributes: [kind],
				});

				const user = await createVisitor(server.origin);
				await prove(user, `user-with-${kind}`, { [kind]: { own: list } });
				assert.equal((await prove(visitor, `user-with-${kind}`)).status, 200);
				const displayId = await beginConversation(visitor);
				assert.deepEqual((await agent.conversation(displayId)).meta.sender[kind], { own: list });
			});
		}

		test('a wrong hash is refused, a right one proves the user', async () => {
			const visitor = await createVisitor(server.origin);
			for (const identifier_hash of ['wrong', proof('somebody else'), '00']) {
				const refused = await setUser(visitor, { identifier: 'user-proof', identifier_hash });
				assert.deepEqual([refused.status, refused.body], [401, HMAC_REFUSED]);
			}
			const answer = await prove(visitor, 'user-proof', { email: 'proof@example.com' });
			assert.equal(answer.status, 200);
			assert.equal(answer.body.widget_auth_token, undefined);
			assert.equal(answer.body.has_email, true);
		});

		test('a channel that requires a hash refuses an identifier without one', async () => {
			await query('update web_widgets set hmac_mandatory = true');
			try {
				const visitor = await createVisitor(server.origin);
				const refused = await setUser(visitor, { identifier: 'user-mandatory' });
				assert.deepEqual([refused.status, refused.body], [401, HMAC_REFUSED]);
				assert.equal((await prove(visitor, 'user-mandatory')).status, 200);
			} finally {
				await query('update web_widgets set hmac_mandatory = false');
			}
		});

		describe('tokens', () => {
			const pairs = {
				RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
				ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
				other: generateKeyPairSync('rsa', { modulusLength: 2048 }),
			};
			const pem = (pair: 'RS256' | 'ES256') => String(pairs[pair].publicKey.export({ type: 'spki', format: 'pem' }));
			const inAMinute = () => Math.floor(Date.now() / 1000) + 60;
			const sign = (alg: string, key: KeyObject | Uint8Array, sub = 'user-token', exp = inAMinute()) =>
				new SignJWT({ sub, exp }).setProtectedHeader({ alg }).sign(key);
			const ownKey = () => new TextEncoder().encode(hmacKey);
			const join = (...parts: object[]) =>
				parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
			const inboxId = async () =>
				(await agent.call<{ payload: { id: number; website_token: string }[] }>('inboxes')).body.payload.find(
					({ website_token }) => website_token === 'demo',
				)?.id ?? assert.fail();
			const setKeys = async (...identity_public_keys: string[]) =>
				agent.call<{ message?: string; identity_public_keys?: string[] }>(`inboxes/${await inboxId()}`, {
					method: 'PATCH',
					body: { identity_public_keys },
				});
			before(() => setKeys(pem('RS256'), pem('ES256')));

			for (const [claim, make] of [
				["the website's key", () => sign('HS256', ownKey())],
				['an RSA key', () => sign('RS256', pairs.RS256.privateKey)],
				['a key of P-256', () => sign('ES256', pairs.ES256.privateKey)],
			] as const) {
				test(`a token under ${claim} proves the user`, async () => {
					const visitor = await createVisitor(server.origin);
					const answer = await setUser(visitor, { identifier: 'user-token', jwt: await make() });
					assert.equal(answer.status, 200);
					assert.equal((await visitor.call('contact')).status, 200);
				});
			}

			for (const [claim, exp] of [
				['with a fraction', inAMinute() + 0.4567],
				['in nanoseconds', inAMinute() * 1e9],
			] as const) {
				test(`a token whose expiry is ${claim} proves the user`, async () => {
					const visitor = await createVisitor(server.origin);
					const jwt = await sign('HS256', ownKey(), 'user-fraction', exp);
					assert.equal((await setUser(visitor, { identifier: 'user-fraction', jwt })).status, 200);
					assert.equal((await visitor.call('contact')).status, 200);
				});
			}

			test('a token that has expired by no more than the clocks may differ proves the user', async () => {
				const visitor = await createVisitor(server.origin);
				const jwt = await sign('HS256', ownKey(), 'user-late', inAMinute() - 65);
				assert.equal((await setUser(visitor, { identifier: 'user-late', jwt })).status, 200);
				assert.equal((await visitor.call('contact')).status, 200);
			});

			for (const [claim, make] of [
				['of another user', () => sign('HS256', ownKey(), 'somebody else')],
				['that has expired', () => sign('HS256', ownKey(), 'user-token', inAMinute() - 100)],
				[
					'that never expires',
					() => new SignJWT({ sub: 'user-token' }).setProtectedHeader({ alg: 'HS256' }).sign(ownKey()),
				],
				['under another key', () => sign('RS256', pairs.other.privateKey)],
				['under another secret', () => sign('HS256', new TextEncoder().encode('x'.repeat(32)))],
				['with another algorithm of the right key', () => sign('RS512', pairs.RS256.privateKey)],
				['with the public key for a secret', () => sign('HS256', new TextEncoder().encode(pem('RS256')))],
				['without a signature', async () => `${join({ alg: 'none' }, { sub: 'user-token', exp: inAMinute() })}.`],
				[
					'that was changed',
					async () => {
						const [head, , signature] = (await sign('HS256', ownKey(), 'somebody else')).split('.');
						return [head, join({ sub: 'user-token', exp: inAMinute() }), signature].join('.');
					},
				],
				['that is none', async () => 'junk'],
			] as const) {
				test(`a token ${claim} is refused`, async () => {
					const visitor = await createVisitor(server.origin);
					const refused = await setUser(visitor, { identifier: 'user-token', jwt: await make() });
					assert.deepEqual([refused.status, refused.body], [401, HMAC_REFUSED]);
				});
			}

			test('a token alone proves whom it names, and one that names nobody proves nothing', async () => {
				const visitor = await createVisitor(server.origin);
				const jwt = await sign('HS256', ownKey(), 'user-named');
				assert.equal((await setUser(visitor, { jwt, custom_attributes: { plan: 'gold' } })).status, 200);
				const contact = await visitor.call<{ identifier: string }>('contact');
				assert.equal(contact.body.identifier, 'user-named');
				const changed = await visitor.call('contact', { method: 'PATCH', body: { jwt, name: 'Nora' } });
				assert.equal(changed.status, 200);
				for (const wrong of ['junk', await sign('HS256', ownKey(), ' ')])
					assert.equal((await setUser(await createVisitor(server.origin), { jwt: wrong })).status, 401);
			});

			test('a hash beside a right token still has to be right', async () => {
				const visitor = await createVisitor(server.origin);
				const claim = { identifier: 'user-token', jwt: await sign('HS256', ownKey()) };
				assert.equal((await setUser(visitor, { ...claim, identifier_hash: 'a'.repeat(64) })).status, 401);
				assert.equal((await setUser(visitor, { ...claim, identifier_hash: proof('user-token') })).status, 200);
			});

			test('a token beside a right hash still has to be right', async () => {
				const visitor = await createVisitor(server.origin);
				assert.equal((await prove(visitor, 'user-token', { jwt: 'junk' })).status, 401);
			});

			test('a key that is removed proves nothing any more; only keys that can sign tokens are taken', async () => {
				await setKeys(pem('ES256'));
				const visitor = await createVisitor(server.origin);
				const jwt = await sign('RS256', pairs.RS256.privateKey);
				assert.equal((await setUser(visitor, { identifier: 'user-token', jwt })).status, 401);
				const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
					type: 'spki',
					format: 'pem',
				});
				const secret = pairs.RS256.privateKey.export({ type: 'pkcs8', format: 'pem' });
				const edwards = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
				for (const key of [weak, secret, edwards]) assert.equal((await setKeys(String(key))).status, 422);
				const both = await setKeys(pem('RS256'), pem('ES256'));
				assert.deepEqual(both.body.identity_public_keys, [pem('RS256').trim(), pem('ES256').trim()]);
				const jwk = ({ publicKey }: (typeof pairs)['ES256']) => publicKey.export({ format: 'jwk' });
				assert.deepEqual((await setKeys(JSON.stringify(jwk(pairs.ES256)))).body.identity_public_keys, [
					pem('ES256').trim(),
				]);
				const privateJwk = pairs.ES256.privateKey.export({ format: 'jwk' });
				assert.equal((await setKeys(JSON.stringify(privateJwk))).status, 422);
				assert.equal((await setKeys('{"kty":"EC"}')).status, 422);
				await setKeys(pem('RS256'), pem('ES256'));
			});

			test('once the proof has expired, the visitor is refused until the site proves them again', async () => {
				const visitor = await createVisitor(server.origin);
				await setUser(visitor, { identifier: 'user-expiring', jwt: await sign('HS256', ownKey(), 'user-expiring') });
				await visitor.write('Before');
				const ended = Promise.withResolvers<void>();
				await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken }, () => ended.resolve());
				await query(`update contact_inboxes set proven_until = 1 where pubsub_token = '${visitor.pubsubToken}'`);
				const expired = { error: 'Identity has expired', code: 'IDENTITY_EXPIRED' };
				for (const path of ['messages', 'contact', 'conversations']) {
					const refused = await visitor.call(path);
					assert.deepEqual([refused.status, refused.body], [401, expired]);
				}
				const config = await call(server.origin, '/api/v1/widget/config?website_token=demo', {
					method: 'POST',
					headers: { 'X-Auth-Token': visitor.authToken },
				});
				assert.deepEqual([config.status, config.body], [401, expired]);
				await ended.promise;
				for (const identifier of [undefined, 'user-expiring']) {
					const refused = await setUser(visitor, { identifier, email: 'thief@example.com' });
					assert.deepEqual([refused.status, refused.body], [401, expired]);
				}
				const page = await call<string>(
					server.origin,
					`/widget?website_token=demo&cw_conversation=${visitor.authToken}`,
				);
				assert.doesNotMatch(page.body, new RegExp(`${visitor.pubsubToken}|user-expiring`));
				const jwt = await sign('HS256', ownKey(), 'user-expiring');
				assert.equal((await setUser(visitor, { identifier: 'user-expiring', jwt })).status, 200);
				assert.deepEqual(
					(await visitor.messages()).map(({ content }) => content),
					['Before'],
				);
			});
		});

		test('a session that was not used for long is unknown, and each use puts that off', async () => {
			const visitor = await createVisitor(server.origin);
			const age = async (days: number) => {
				const last = Date.now() - days * 86_400_000;
				await query(`update contact_inboxes set last_used_at = ${last} where pubsub_token = '${visitor.pubsubToken}'`);
			};
			const usedAt = async () =>
				Number(
					(await query(`select last_used_at from contact_inboxes where pubsub_token = '${visitor.pubsubToken}'`))[0]?.[
						'last_used_at'
					],
				);
			await age(364);
			assert.equal((await visitor.call('contact')).status, 200);
			assert.ok((await usedAt()) > Date.now() - 60_000);
			const ended = Promise.withResolvers<void>();
			await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken }, () => ended.resolve());
			await age(366);
			await ended.promise;
			assert.equal((await visitor.call('contact')).status, 404);
			await assert.rejects(connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken }));
			assert.notEqual((await createVisitor(server.origin, visitor.authToken)).contactId, visitor.contactId);
		});

		test('the team revokes the tokens of a visitor, whose conversation stays', async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const ended = Promise.withResolvers<void>();
			await connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken }, () => ended.resolve());
			const answer = await agent.call(`contacts/${visitor.contactId}/revoke_sessions`, { method: 'POST' });
			assert.deepEqual([answer.status, answer.body], [200, { revoked: 1 }]);
			assert.equal((await visitor.call('messages')).status, 404);
			await ended.promise;
			assert.equal((await agent.conversation(displayId)).id, displayId);
			assert.notEqual((await createVisitor(server.origin, visitor.authToken)).contactId, visitor.contactId);
		});

		test('history follows a proven user to another browser, both ways', async () => {
			const [home, work] = [await createVisitor(server.origin), await createVisitor(server.origin)];
			await home.write('From home');
			await prove(home, 'user-history');
			assert.equal((await prove(work, 'user-history')).body.widget_auth_token, undefined);
			assert.deepEqual(
				(await work.messages()).map(({ content }) => content),
				['From home'],
			);
			await work.write('From work');
			assert.deepEqual(
				(await home.messages()).map(({ content }) => content),
				['From home', 'From work'],
			);
		});

		test('what a proven user writes is pushed to their other browsers, and not to one that only claims the user', async () => {
			const visitors = [];
			for (let count = 0; count < 3; count++) visitors.push(await createVisitor(server.origin));
			const [home, work, claiming] = visitors as [Visitor, Visitor, Visitor];
			for (const visitor of [home, work]) await prove(visitor, 'user-pushed');
			await setUser(claiming, { identifier: 'user-pushed' });
			const [atWork, atClaiming] = [
				await connectSocketIo(server.origin, { pubsub_token: work.pubsubToken }),
				await connectSocketIo(server.origin, { pubsub_token: claiming.pubsubToken }),
			];
			try {
				await claiming.write('Claimed');
				await home.write('From home');
				assert.equal((await atWork.next('message.created')).content, 'From home');
				await claiming.write('Claimed again');
				assert.equal((await atClaiming.next('message.created')).content, 'Claimed');
				assert.equal((await atClaiming.next('message.created')).content, 'Claimed again');
			} finally {
				atWork.close();
				atClaiming.close();
			}
		});

		test("a picture's address, which agents' browsers load, is accepted from proven users only", async () => {
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const pictured = async () => (await agent.conversation(displayId)).meta.sender.thumbnail;
			const avatar_url = 'https://tracker.example/seen.png';
			await visitor.call('contact', { method: 'PATCH', body: { avatar_url } });
			await setUser(visitor, { identifier: 'user-pictured', avatar_url });
			assert.equal(await pictured(), '');
			await setUser(visitor, { identifier: 'user-pictured', identifier_hash: proof('user-pictured'), avatar_url });
			assert.equal(await pictured(), avatar_url);
		});

		test('facts that two browsers of one user send at the same moment are all stored, by any process', async () => {
			const other = await startServer({
				dataDir: server.dataDir,
				...(databaseUrl === undefined ? {} : { databaseUrl }),
			});
			const browsers = [await createVisitor(server.origin), await createVisitor(other.origin)] as const;
			for (const browser of browsers) await prove(browser, 'user-everywhere');
			const said = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`fact_${index}`, index]));
			const answers = await Promise.all(
				Object.entries(said).map(([name, value], index) =>
					(index % 2 === 0 ? browsers[0] : browsers[1]).call('contact', {
						method: 'PATCH',
						body: { custom_attributes: { [name]: value } },
					}),
				),
			);
			assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
			const [row] = await query("select custom_attributes from contacts where identifier = 'user-everywhere'");
			const kept: unknown = row?.['custom_attributes'];
			assert.deepEqual(typeof kept === 'string' ? JSON.parse(kept) : kept, said);
			await other.stop();
		});

		test('first messages of a proven user from two browsers at the same moment begin one conversation', async () => {
			const [home, work] = [await createVisitor(server.origin), await createVisitor(server.origin)];
			await prove(home, 'user-two-browsers');
			await prove(work, 'user-two-browsers');
			const begun = await Promise.all([home.write('One'), work.write('Two')]);
			assert.equal(begun[0].conversation_id, begun[1].conversation_id);
		});

		test('another user in the same browser gets a new session and sees nothing of the first', async () => {
			const visitor = await createVisitor(server.origin);
			await prove(visitor, 'user-first');
			await visitor.write('Mine');
			const switched = await prove(visitor, 'user-second');
			assert.ok(switched.body.widget_auth_token);
			assert.notEqual(switched.body.id, visitor.contactId);
			const second = await createVisitor(server.origin, switched.body.widget_auth_token);
			assert.notEqual(second.pubsubToken, visitor.pubsubToken);
			assert.deepEqual(await second.messages(), []);
			assert.deepEqual(
				(await visitor.messages()).map(({ content }) => content),
				['Mine'],
			);
		});

		test('a session that claims a proven identifier is refused', async () => {
			const owner = await createVisitor(server.origin);
			await prove(owner, 'user-owner', { email: 'owner@example.com' });
			const refused = await setUser(await createVisitor(server.origin), { identifier: 'user-owner' });
			assert.deepEqual([refused.status, refused.body], [401, HMAC_REFUSED]);
		});

		test('a session that claims an unproven identifier joins the record, but sees neither its messages nor its facts', async () => {
			const owner = await createVisitor(server.origin);
			const known = await setUser(owner, {
				identifier: 'user-claimed',
				name: 'Ada Lovelace',
				avatar_url: 'https://shop.example/ada.png',
				email: 'claimed@example.com',
				phone_number: '+4915112345678',
			});
			const greeting = 'Hi {{contact.name | there}}, we answer to {{contact.email}}!';
			await query(`update inboxes set greeting_enabled = true, greeting_message = '${greeting}'`);
			await owner.write('A secret');
			const greeted = (await owner.messages()).map(({ content }) => content);
			assert.ok(greeted.includes('Hi Ada Lovelace, we answer to claimed@example.com!'), greeted.join('\n'));
			const claimer = await createVisitor(server.origin);
			const claimed = await setUser(claimer, { identifier: 'user-claimed' });
			assert.equal(claimed.body.id, known.body.id);
			assert.deepEqual(await claimer.messages(), []);
			const { conversation_id } = await claimer.write('Hello');
			await agent.write(conversation_id, 'Is {{contact.email}} right, {{contact.first_name}}? {{contact.phone}}');
			const messages = await claimer.messages();
			assert.ok(messages.some(({ content }) => content?.startsWith('Hi there,')));
			await query('update inboxes set greeting_enabled = false, greeting_message = null');
			const written = JSON.stringify(messages);
			const begun = await claimer.call('conversations', { body: { message: { content: 'New' } } });
			const config = await call(server.origin, '/api/v1/widget/config?website_token=demo', {
				method: 'POST',
				headers: { 'X-Auth-Token': claimer.authToken },
			});
			for (const shown of [written, JSON.stringify(begun.body), JSON.stringify(config.body)]) {
				assert.equal(/claimed@example|4915112345678|A secret|Lovelace|ada\.png/.test(shown), false, shown);
			}
		});

		test('an email or phone number that another record has stays a claim: nothing is merged or disclosed', async () => {
			const owner = await createVisitor(server.origin);
			await owner.call('contact', {
				method: 'PATCH',
				body: { email: 'shared@example.com', phone_number: '+4915155555555' },
			});
			await owner.write('A secret');
			const claimer = await createVisitor(server.origin);
			const facts = { email: 'shared@example.com', phone_number: '+4915155555555' };
			await claimer.call('contact', { method: 'PATCH', body: facts });
			await setUser(claimer, { identifier: 'user-email-claimer', ...facts });
			await claimer.call('conversations', { body: { contact: facts, message: { content: 'Hello' } } });
			assert.equal((await claimer.call<{ id: number }>('contact')).body.id, claimer.contactId);
			assert.equal((await owner.call<{ id: number }>('contact')).body.id, owner.contactId);
			assert.deepEqual(
				(await claimer.messages()).map(({ content }) => content),
				['Hello'],
			);
		});

		test("a proven user's email merges an anonymous visitor's record with the same one; the older record survives", async () => {
			const anonymous = await createVisitor(server.origin);
			await anonymous.call('contact', { method: 'PATCH', body: { email: 'joined@example.com', name: 'Old name' } });
			const displayId = await beginConversation(anonymous);
			const user = await createVisitor(server.origin);
			const answer = await prove(user, 'user-joined', { email: 'joined@example.com' });
			assert.equal(answer.body.id, anonymous.contactId);
			const { sender } = (await agent.conversation(displayId)).meta;
			assert.deepEqual([sender.name, sender.identifier], ['Old name', 'user-joined']);
			assert.equal((await anonymous.messages()).length, 1);
		});

		test('agents hear of new facts and of a merge at once, and of nothing when no fact is new', async (t) => {
			const { pubsub_token, account_id, id } = await agent.profile();
			const desk = await connectSocketIo(server.origin, { pubsub_token, account_id, user_id: id });
			t.after(() => desk.close());
			const visitor = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			const facts = { name: 'Told Lee', email: 'told@example.com' };
			const tell = () => visitor.call('contact', { method: 'PATCH', body: facts });
			const isOf = (name: string) => (conversation: PushConversation) =>
				conversation.id === displayId && conversation.meta.sender.name === name;

			await tell();
			await desk.next('conversation.updated', isOf('Told Lee'));
			await tell();
			await visitor.write('After the same facts');
			await desk.next('message.created', ({ content }) => content === 'After the same facts');
			const updates = desk.received.filter(
				({ event, data }) => event === 'conversation.updated' && isOf('Told Lee')(data as PushConversation),
			);
			assert.equal(updates.length, 1);

			await prove(await createVisitor(server.origin), 'user-told', facts);
			const merged = await desk.next('conversation.updated', ({ id: updated, meta }) => {
				return updated === displayId && meta.sender.identifier === 'user-told';
			});
			assert.equal(merged.meta.sender.email, 'told@example.com');
		});

		test("a session that shares a proven contact's record changes none of its facts, and can still write", async () => {
			const stranger = await createVisitor(server.origin);
			const patch = (body: object) => stranger.call('contact', { method: 'PATCH', body });
			await patch({ email: 'grace@example.com' });
			const displayId = await beginConversation(stranger);
			const user = await createVisitor(server.origin);
			const facts = { name: 'Grace', email: 'grace@example.com', custom_attributes: { plan: 'pro' } };
			const { body } = await prove(user, 'user-shared', facts);
			assert.equal(body.id, stranger.contactId);
			const known = async () => {
				const { sender } = (await agent.conversation(displayId)).meta;
				return [sender.name, sender.email, sender.custom_attributes];
			};
			const before = await known();

			const claims = { name: 'Eve', email: 'eve@example.com', custom_attributes: { plan: 'none' } };
			assert.equal((await patch(claims)).status, 200);
			const names = { custom_attributes: ['plan'] };
			await stranger.call('contact/destroy_custom_attributes', { body: names });
			assert.deepEqual((await setUser(stranger, { identifier: 'user-shared', ...claims })).body, HMAC_REFUSED);
			const heard = await stranger.call<{ id: number }>('conversations', {
				body: { contact: claims, message: { content: 'Hear me' } },
			});
			const question = await agent.write(heard.body.id, 'Where to?', { content_type: 'input_email' });
			const answer = { contact: { email: 'eve@example.com' } };
			assert.equal((await stranger.call(`messages/${question.id}`, { method: 'PATCH', body: answer })).status, 200);
			assert.deepEqual(await known(), before);
			assert.ok((await stranger.messages()).some(({ content }) => content === 'Hear me'));

			await prove(user, 'user-shared', { email: 'grace@navy.example' });
			assert.equal((await known())[1], 'grace@navy.example');
		});

		test('PATCH /contact sets no identifier without its hash, and switches no user', async () => {
			const visitor = await createVisitor(server.origin);
			const patch = (body: object) => visitor.call('contact', { method: 'PATCH', body });
			assert.deepEqual((await patch({ identifier: 'user-patch' })).body, HMAC_REFUSED);
			assert.equal((await patch({ identifier: 'user-patch', identifier_hash: proof('user-patch') })).status, 200);
			assert.equal((await patch({ identifier: 'user-other', identifier_hash: proof('user-other') })).status, 401);
			assert.equal((await visitor.call<{ identifier: string }>('contact')).body.identifier, 'user-patch');
		});

		test('the same user set twice at the same moment is one contact', async () => {
			const visitors = await Promise.all(Array.from({ length: 5 }, () => createVisitor(server.origin)));
			const answers = await Promise.all(visitors.map((visitor) => prove(visitor, 'user-concurrent')));
			assert.deepEqual(
				answers.map(({ status }) => status),
				[200, 200, 200, 200, 200],
			);
			assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
		});

		test('a blocked visitor can write, but reopens no conversation', async () => {
			const visitor = await createVisitor(server.origin);
			await query(`update contacts set blocked = true where id = ${visitor.contactId}`);
			await visitor.write('Hello');
			assert.equal((await visitor.conversation()).status, 'resolved');
			await visitor.write('Hello?');
			assert.equal((await visitor.conversation()).status, 'resolved');
		});

		test('a proven session whose contact was just merged still has its own conversations', async (t) => {
			const visitor = await createVisitor(server.origin);
			await prove(visitor, 'user-merged-meanwhile');
			const displayId = await beginConversation(visitor);
			const store = await openStore({ dataDir: server.dataDir, databaseUrl });
			t.after(() => store.close());
			const session = await store.sessions.findByPubsubToken(visitor.pubsubToken);
			assert.ok(session);
			// The session as the guard saw it, before another contact was merged into its own.
			const stale = { ...session, contact_id: 999_999 };
			assert.equal((await findCurrentConversation(store, stale))?.display_id, displayId);
			assert.equal((await listOwnConversations(store, stale, undefined)).length, 1);
		});

		test("a visitor can answer questions of their own conversation, but neither their own messages nor another's questions", async () => {
			const visitor = await createVisitor(server.origin);
			const other = await createVisitor(server.origin);
			const displayId = await beginConversation(visitor);
			await beginConversation(other);
			const items = [{ title: 'Yes', value: 'yes' }];
			const asked = { content_type: 'input_select', content_attributes: { items } };
			const question = await agent.write(displayId, 'Yes or no?', asked);
			const answer = (by: Visitor, id: number) =>
				by.call(`messages/${id}`, {
					method: 'PATCH',
					body: { message: { submitted_values: [{ title: 'Yes', value: 'yes' }] } },
				});
			assert.equal((await answer(other, question.id)).status, 404);
			assert.equal((await answer(visitor, question.id)).status, 200);
			const stored = (await visitor.messages()).find(({ id }) => id === question.id);
			assert.deepEqual(stored?.content_attributes['submitted_values'], [{ title: 'Yes', value: 'yes' }]);
			const own = await visitor.write('My words');
			assert.equal((await answer(visitor, own.id)).status, 422);
		});
	});
}
