/**
 * Passwords of the team: which are accepted, what they permit, who sets them, and what that ends
 * (docs/application-api.md, Profile and signing in).
 */
import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { createPasswordHasher } from '../../../src/server/base/passwordHash.ts';
import { createLoginLink } from '../../../src/server/domain/people/loginLink.ts';
import { setPassword } from '../../../src/server/domain/people/setPassword.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { addToken } from '../../support/channel.ts';
import { call } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

const GOOD = 'quiet lamp over seven rivers';
const OTHER = 'nine copper spoons at dawn';
const ADA = 'ada@example.com';
const REFUSED = [401, { success: false, errors: ['Invalid login credentials. Please try again.'] }];
const SIGN_IN_FIRST = [401, { errors: ['You need to sign in or sign up before continuing.'] }];

export function describePasswords(database: string, prepare: Prepare): void {
	describe(`passwords on ${database}`, () => {
		let setup: ConversationServer;
		let store: Store;
		let origin: string;
		before(async () => {
			setup = await startConversationServer(prepare, { hasRateLimits: true });
			({ origin } = setup.server);
			store = await openStore(setup.where);
		});
		after(async () => {
			await store.close();
			await setup.stop();
		});

		/** Each call has another address, unless it names one. */
		let addresses = 0;
		const fromElsewhere = () => ({ 'x-forwarded-for': `2001:db8:${(addresses += 1).toString(16)}::1` });
		const find = async (email: string) => (await store.users.findByEmail(email)) ?? assert.fail(email);
		const give = async (email: string, password: string) =>
			setPassword(store, createPasswordHasher(), await find(email), { password });
		/**
		 * Gives a password whose hash takes little work, for tests that sign in with it many times.
		 */
		const giveLightly = async (email: string, password: string) => {
			await give(email, password);
			const { id } = await find(email);
			await setup.query(`update passwords set hash = '${lightHash(password)}' where user_id = ${id}`);
		};
		const signIn = (email: string, password: string, headers: Record<string, string> = fromElsewhere()) =>
			call<{ data: Profile }>(origin, '/auth/sign_in', { body: { email, password }, headers });
		const ofDesk = () => ({ [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin, ...fromElsewhere() });
		const enterDesk = async (body: object) => {
			const answer = await call<Profile>(origin, '/auth/desk_session', { body, headers: ofDesk() });
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return { ...ofDesk(), cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? assert.fail('no cookie') };
		};
		const enterByLink = async (email: string) => {
			const link = new URL(await createLoginLink(store, await find(email), origin));
			const sso_auth_token = new URLSearchParams(link.hash.slice(1)).get('login') ?? '';
			return enterDesk({ email, sso_auth_token });
		};
		const change = async (headers: Record<string, string>, profile: Record<string, unknown>) => {
			const { status, body } = await call(origin, '/api/v1/profile', { method: 'PATCH', headers, body: { profile } });
			return [status, body] as const;
		};
		const isGood = async (headers: Record<string, string>) =>
			(await call(origin, '/api/v1/profile', { headers })).status === 200;

		test('a password signs a client in, which then uses the returned headers and token', async () => {
			await give(ADA, GOOD);
			const { status, body, headers } = await signIn('Ada@Example.com', GOOD);
			assert.equal(status, 200);
			assert.equal(body.data.email, ADA);
			const sent = Object.fromEntries(
				['access-token', 'token-type', 'client', 'expiry', 'uid'].map((name) => [name, headers.get(name) ?? '']),
			);
			assert.equal(sent['access-token'], body.data.access_token);
			assert.deepEqual([sent['token-type'], sent['uid']], ['Bearer', ADA]);
			assert.ok(Number(sent['expiry']) * 1000 > Date.now());
			assert.ok(await isGood({ api_access_token: body.data.access_token ?? '' }));
			const { 'access-token': token = '', client = '', uid = '' } = sent;
			assert.ok(await isGood({ 'access-token': token, client, uid }));
			for (const wrong of [
				{ client, uid },
				{ 'access-token': token, uid },
				{ 'access-token': token, client },
				{ 'access-token': 'wrong', client, uid },
				{ 'access-token': token, client: '999999', uid },
				{ 'access-token': token, client, uid: 'noor@example.com' },
			] as Record<string, string>[]) {
				const refused = await call(origin, '/api/v1/profile', { headers: wrong });
				assert.deepEqual([refused.status, refused.body], SIGN_IN_FIRST, JSON.stringify(wrong));
			}
			const signedOut = await call(origin, '/auth/sign_out', {
				method: 'DELETE',
				headers: { 'access-token': token, client, uid },
			});
			assert.equal(signedOut.status, 200);
			assert.ok(!(await isGood({ 'access-token': token, client, uid })));
		});

		test('a wrong password, one that was never set, and an unknown address are refused alike', async () => {
			await give(ADA, GOOD);
			for (const [email, password] of [
				[ADA, OTHER],
				[ADA, GOOD.toUpperCase()],
				[ADA, ''],
				['noor@example.com', GOOD],
				['nobody@example.com', GOOD],
			] as const) {
				const { status, body } = await signIn(email, password);
				assert.deepEqual([status, body], REFUSED, email);
			}
		});

		test('a password signs in at the desk, and the database stores only hashes of passwords', async () => {
			await give(ADA, GOOD);
			const headers = await enterDesk({ email: ADA, password: GOOD });
			assert.ok(await isGood(headers));
			const [row] = await setup.query('select * from passwords');
			assert.match(String(row?.['hash']), /^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
			await give(ADA, GOOD);
			const [again] = await setup.query('select * from passwords');
			assert.notEqual(row?.['hash'], again?.['hash']);
		});

		test('a hash with other parameters stays valid', async () => {
			await give(ADA, GOOD);
			await setup.query(`update passwords set hash = '${lightHash(GOOD)}'`);
			assert.equal((await signIn(ADA, GOOD)).status, 200);
			assert.equal((await signIn(ADA, OTHER)).status, 401);
		});

		test('different Unicode forms of the same letters are the same password', async () => {
			await give(ADA, 'ｑｕｉｅｔ lamp café naïve Å');
			assert.equal((await signIn(ADA, 'quiet lamp cafe\u0301 nai\u0308ve \u212b')).status, 200);
		});

		test('a person whom a link has just signed in sets a password, and later changes it by that', async () => {
			await setup.query('delete from passwords');
			const headers = await enterByLink(ADA);
			assert.equal((await change(headers, { password: GOOD }))[0], 200);
			assert.equal((await signIn(ADA, GOOD)).status, 200);
			const byPassword = await enterDesk({ email: ADA, password: GOOD });
			const wrong = [422, { error: 'Invalid current password' }];
			assert.deepEqual(await change(byPassword, { password: OTHER }), wrong);
			assert.deepEqual(await change(byPassword, { password: OTHER, current_password: OTHER }), wrong);
			assert.equal((await change(byPassword, { password: OTHER, current_password: GOOD }))[0], 200);
			assert.equal((await signIn(ADA, GOOD)).status, 401);
			assert.equal((await signIn(ADA, OTHER)).status, 200);
		});

		test('a token or an older session alone sets no password', async () => {
			await setup.query('delete from passwords');
			const wrong = [422, { error: 'Invalid current password' }];
			assert.deepEqual(await change({ api_access_token: setup.server.agentToken }, { password: GOOD }), wrong);
			const byToken = await enterDesk({ access_token: setup.server.agentToken });
			assert.deepEqual(await change(byToken, { password: GOOD }), wrong);
			const byLink = await enterByLink(ADA);
			await setup.query(`update desk_sessions set created_at = ${Date.now() - 31 * 60_000}`);
			assert.deepEqual(await change(byLink, { password: GOOD }), wrong);
			assert.deepEqual(await change({}, { password: GOOD }), SIGN_IN_FIRST);
		});

		test('a new password ends all other sign-ins and links, not the one that set it, and not tokens of scripts', async () => {
			await give(ADA, GOOD);
			const elsewhere = await enterDesk({ email: ADA, password: GOOD });
			const client = (await signIn(ADA, GOOD)).body.data.access_token ?? '';
			const script = await addToken(setup.where, ADA);
			const noor = await enterByLink('noor@example.com');
			const link = new URL(await createLoginLink(store, await find(ADA), origin));
			const here = await enterByLink(ADA);
			assert.equal((await change(here, { password: OTHER }))[0], 200);
			assert.deepEqual(
				[await isGood(here), await isGood(elsewhere), await isGood({ api_access_token: client })],
				[true, false, false],
			);
			assert.deepEqual([await isGood({ api_access_token: script }), await isGood(noor)], [true, true]);
			const sso_auth_token = new URLSearchParams(link.hash.slice(1)).get('login') ?? '';
			const late = await call(origin, '/auth/sign_in', {
				body: { email: ADA, sso_auth_token },
				headers: fromElsewhere(),
			});
			assert.equal(late.status, 401);
		});

		test('a person without a password is known as one, and is asked for it behind links for them alone', async () => {
			const { id } = (
				await setup.agent.call<{ id: number }>('agents', { body: { name: 'New', email: 'new@example.com' } })
			).body;
			const { body } = await setup.agent.call<{ login_url: string }>(`agents/${id}/login_link`, { body: {} });
			assert.equal(new URLSearchParams(new URL(body.login_url).hash.slice(1)).get('ask-password'), '1');
			const headers = await enterByLink('new@example.com');
			const profile = async () => (await call<Profile>(origin, '/api/v1/profile', { headers })).body.has_password;
			assert.equal(await profile(), false);
			assert.equal((await change(headers, { password: GOOD }))[0], 200);
			assert.equal(await profile(), true);
		});

		test('short, long and guessable passwords are refused by name', async () => {
			const headers = await enterByLink(ADA);
			for (const [password, message] of [
				['fourteen chars', 'Password is too short (minimum is 15 characters)'],
				['🔑'.repeat(14), 'Password is too short (minimum is 15 characters)'],
				[`${'quiet lamp '.repeat(23)}xyzq`, 'Password is too long (maximum is 256 characters)'],
				['passwordpassword', 'Password is too easy to guess'],
				['ada@example.com', 'Password is too easy to guess'],
			] as const)
				assert.deepEqual(await change(headers, { password }), [422, { message, attributes: ['password'] }], password);
			assert.equal((await change(headers, { password: 'äöü ßαβγ δ😀 пр ив' }))[0], 200);
		});

		test('a person who leaves the team loses their password', async () => {
			const created = await setup.agent.call<{ id: number }>('agents', {
				body: { name: 'Short', email: 'short@example.com' },
			});
			await give('short@example.com', GOOD);
			assert.equal((await signIn('short@example.com', GOOD)).status, 200);
			await setup.agent.call(`agents/${created.body.id}`, { method: 'DELETE' });
			assert.equal((await signIn('short@example.com', GOOD)).status, 401);
			await setup.agent.call('agents', { body: { name: 'Short', email: 'short@example.com' } });
			assert.equal((await signIn('short@example.com', GOOD)).status, 401);
		});

		test('whoever has only a session or a token makes nothing by which a person signs in later', async () => {
			await give(ADA, GOOD);
			const byPassword = await enterDesk({ email: ADA, password: GOOD });
			const { id } = await find(ADA);
			const ways = [
				'profile/access_tokens',
				`accounts/1/agents/${id}/access_tokens`,
				`accounts/1/agents/${id}/login_link`,
			];
			const wrong = [422, ['current_password']];
			for (const way of ways) {
				const ask = async (headers: Record<string, string>, proof = {}) => {
					const body = { name: 'Script', ...proof };
					const answer = await call<{ attributes?: string[] }>(origin, `/api/v1/${way}`, { headers, body });
					return [answer.status, answer.body.attributes];
				};
				for (const headers of [byPassword, { ...fromElsewhere(), api_access_token: setup.server.agentToken }]) {
					assert.deepEqual(await ask(headers), wrong, way);
					assert.deepEqual(await ask(headers, { current_password: OTHER }), wrong, way);
					assert.equal((await ask(headers, { current_password: GOOD }))[0], 200, way);
				}
				assert.equal((await ask(await enterByLink(ADA)))[0], 200, way);
			}
		});

		test('an office behind one address can sign in often; its wrong attempts are limited', async () => {
			await giveLightly(ADA, GOOD);
			const office = { 'x-forwarded-for': '198.51.100.7' };
			for (let count = 0; count < 7; count++) assert.equal((await signIn(ADA, GOOD, office)).status, 200);
			for (let count = 0; count < 5; count++) assert.equal((await signIn(ADA, OTHER, office)).status, 401);
			const { status, body, headers } = await signIn(ADA, GOOD, office);
			assert.deepEqual([status, body], [429, 'Retry later\n']);
			assert.ok(Number(headers.get('retry-after')) <= 300);
			assert.equal((await signIn(ADA, GOOD)).status, 200);
		});

		test('a sign-in link works where passwords from the same address were wrong too often', async () => {
			const office = { 'x-forwarded-for': '198.51.100.8' };
			for (let count = 0; count < 6; count++) await signIn(ADA, OTHER, office);
			assert.equal((await signIn(ADA, GOOD, office)).status, 429);
			const link = new URL(await createLoginLink(store, await find(ADA), origin));
			const sso_auth_token = new URLSearchParams(link.hash.slice(1)).get('login') ?? '';
			const entered = await call(origin, '/auth/sign_in', { body: { email: ADA, sso_auth_token }, headers: office });
			assert.equal(entered.status, 200);
		});

		test('strangers who try passwords keep out neither who is signed in nor the browser that was, whose own attempts are limited', async () => {
			await giveLightly(ADA, GOOD);
			const entered = await call(origin, '/auth/desk_session', {
				body: { email: ADA, password: GOOD },
				headers: ofDesk(),
			});
			const cookies = entered.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
			const signedIn = { ...ofDesk(), cookie: cookies[0] ?? '' };
			const device = cookies.find((cookie) => cookie.startsWith('desk-device-')) ?? assert.fail(cookies.join());
			for (let count = 0; count < 20; count++) await signIn(ADA, OTHER);
			assert.equal((await signIn(ADA, GOOD)).status, 429);
			assert.deepEqual(await change(signedIn, { password: GOOD, current_password: OTHER }), [
				422,
				{ error: 'Invalid current password' },
			]);
			assert.equal((await change(signedIn, { password: OTHER, current_password: GOOD }))[0], 200);
			await giveLightly(ADA, GOOD);

			const again = (password: string, cookie: string, email = ADA) =>
				call(origin, '/auth/desk_session', { body: { email, password }, headers: { ...ofDesk(), cookie } });
			assert.equal((await again(GOOD, device)).status, 200);
			const [name = '', value = ''] = device.split('=');
			for (const forged of [`${name}=${value.slice(0, -1)}`, `${name}=.`, `${name}=x.y`, `${name}=`])
				assert.equal((await again(GOOD, forged)).status, 429, forged);
			assert.equal((await again(OTHER, device, 'noor@example.com')).status, 401);
			for (let count = 0; count < 10; count++) assert.equal((await again(OTHER, device)).status, 401);
			const limited = await again(GOOD, device);
			assert.deepEqual([limited.status, Number(limited.headers.get('retry-after')) <= 900], [429, true]);
		});

		test('a new password ends the tokens of scripts where the person wants that, but not the one that asks', async () => {
			const email = 'noor@example.com';
			await give(email, GOOD);
			const [script, asking] = [await addToken(setup.where, email), await addToken(setup.where, email)];
			const other = await addToken(setup.where, ADA);
			const profile = { password: OTHER, current_password: GOOD, revoke_tokens: true };
			assert.equal((await change({ api_access_token: asking }, profile))[0], 200);
			const isEach = [script, asking, other].map((api_access_token) => isGood({ api_access_token }));
			assert.deepEqual(await Promise.all(isEach), [false, true, true]);
		});

		for (const [who, email] of [
			['a person', 'tried@example.com'],
			['an unknown address', 'nobody@else.example'],
		] as const) {
			test(`wrong passwords for ${who} are limited over all addresses; a login link works meanwhile`, async () => {
				const isKnown = email === 'tried@example.com';
				if (isKnown) {
					await setup.agent.call('agents', { body: { name: 'Tried', email } });
					await giveLightly(email, GOOD);
				}
				for (let count = 0; count < 20; count++) assert.equal((await signIn(email, OTHER)).status, 401);
				const refused = await signIn(email, GOOD);
				assert.equal(refused.status, 429);
				const wait = Number(refused.headers.get('retry-after'));
				assert.ok(wait > 0 && wait <= 900, String(wait));
				// A refused attempt does not prolong the waiting time.
				assert.ok(Number((await signIn(email.toUpperCase(), OTHER)).headers.get('retry-after')) <= wait);
				if (isKnown) assert.ok(await isGood(await enterByLink(email)));
			});
		}
	});
}

/** The hash of a password with parameters that take a hundredth of the usual work. */
function lightHash(password: string): string {
	const salt = Buffer.from('salt-of-old-times');
	const key = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
	return `$scrypt$ln=10,r=8,p=1$${salt.toString('base64url')}$${key.toString('base64url')}`;
}
