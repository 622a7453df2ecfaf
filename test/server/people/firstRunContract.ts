/**
 * A server that nobody has set up: who becomes its first administrator, and how its owner learns
 * that a page has the chat.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createSetupLink } from '../../../src/server/domain/people/firstRun.ts';
import { createAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { startEmptyServer, type EmptyServer } from '../../support/emptyServer.ts';
import { until } from '../../support/until.ts';
import { call } from '../api.ts';
import type { Services } from '../services.ts';
import type { Prepare } from '../conversationServer.ts';

const REFUSED = [401, { success: false, errors: ['Invalid login credentials. Please try again.'] }];
const PASSWORD = 'quiet lamp over seven rivers';

export function describeFirstRun(database: string, prepare: Prepare): void {
	describe(`the first run on ${database}`, () => {
		let services: Services;
		let server: EmptyServer;
		let store: Store;
		before(async () => {
			services = await prepare();
			server = await startEmptyServer({ ...services.options, settings: { RATE_LIMITS: 'off' } });
			store = await openStore({ dataDir: services.options.dataDir ?? '', databaseUrl: services.options.databaseUrl });
		});
		after(async () => {
			await store.close();
			await server.stop();
			await services.cleanUp();
		});

		const ofDesk = () => ({ [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin: server.origin });
		const printed = async () => {
			await until('the printed link', () => server.link !== undefined);
			return tokenOf(server.link);
		};
		const setUp = (token: string, facts: object = {}, headers: Record<string, string> = ofDesk()) =>
			call<Profile>(server.origin, '/auth/first_administrator', {
				body: { token, name: 'Ada Lee', email: 'Ada@Shop.example', password: PASSWORD, ...facts },
				headers,
			});
		const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body];
		const pageOf = async () => (await call<string>(server.origin, '/desk')).body;

		test('a wrong link, a page of another site and a poor password are refused, and the link stays valid', async () => {
			const token = await printed();
			assert.match(await pageOf(), /name="first-run"/);
			assert.match(await pageOf(), /name="application-name" content="Live Chat"/);
			assert.deepEqual(outcome(await setUp(`${token}x`)), REFUSED);
			assert.equal((await setUp(token, {}, { origin: 'https://evil.example' })).status, 403);
			assert.equal((await setUp(token, { password: 'shop.example123' })).status, 422);
			assert.equal((await setUp(token, { email: 'ada' })).status, 422);
			assert.equal((await setUp(token, { name: ' ' })).status, 422);
			assert.ok(!JSON.stringify(await services.query('select * from setup_tokens')).includes(token));
		});

		test('an expired link is refused', async () => {
			const token = tokenOf(await createSetupLink(store, server.origin));
			await services.query(`update setup_tokens set expires_at = ${Date.now() - 1}`);
			assert.deepEqual(outcome(await setUp(token)), REFUSED);
		});

		test('of those who open links at the same moment one becomes the administrator, and all links are spent', async () => {
			const [one, other] = [tokenOf(await createSetupLink(store, '')), tokenOf(await createSetupLink(store, ''))];
			const people = await Promise.all(
				[one, other, one, other].map((token, index) => setUp(token, { email: `person-${index}@shop.example` })),
			);
			assert.deepEqual(
				people.map(({ status }) => status).toSorted((one, other) => one - other),
				[200, 401, 401, 401],
			);
			const { body, headers } = people.find(({ status }) => status === 200) ?? assert.fail();
			assert.equal(body.role, 'administrator');
			const cookie = headers.get('set-cookie')?.split(';')[0] ?? assert.fail('no cookie');
			const profile = await call<Profile>(server.origin, '/api/v1/profile', { headers: { ...ofDesk(), cookie } });
			assert.equal(profile.body.email, body.email);
			const signedIn = await call(server.origin, '/auth/sign_in', { body: { email: body.email, password: PASSWORD } });
			assert.equal(signedIn.status, 200);
			assert.deepEqual(outcome(await setUp(one)), REFUSED);
			assert.deepEqual(await services.query('select * from setup_tokens'), []);
			assert.doesNotMatch(await pageOf(), /name="first-run"/);
			assert.equal(await createSetupLink(store, ''), undefined);
		});

		test('a page shows the chat for the first time: its website says since when, and the desk is told', async () => {
			const { id: accountId } = (await store.accounts.findFirst()) ?? assert.fail();
			const owner = await addAgent(store, accountId, { name: 'Bo', email: 'bo@shop.example', role: 'administrator' });
			const { token } = await createAccessToken(store, { user_id: owner.id }, { name: 'test' });
			const api = <T>(path: string, body?: object) =>
				call<T>(server.origin, `/api/v1/accounts/${accountId}/inboxes${path}`, {
					headers: { api_access_token: token },
					...(body && { body }),
				});
			const allowed_domains = ['*.shop.example'];
			const { id, website_token } = (await api<TeamInbox>('', { channel: { name: 'Shop', allowed_domains } })).body;
			const seenAt = async () => (await api<TeamInbox>(`/${id}`)).body.page_seen_at;
			const ask = (headers: Record<string, string>) =>
				call(server.origin, `/widget/channel.json?website_token=${website_token}`, { headers });
			for (const headers of [{}, { origin: 'https://evil.example' }, { referer: 'https://shop.example.evil/' }])
				assert.equal((await ask(headers)).status, 200);
			assert.equal(await seenAt(), 0);
			const answers = await Promise.all([1, 2, 3].map(() => ask({ origin: 'https://www.shop.example' })));
			assert.ok(answers.every(({ status }) => status === 200));
			await until('the page is seen', async () => (await seenAt()) > 0);
		});
	});
}

function tokenOf(link: string | undefined): string {
	return /#setup=([\w-]+)$/.exec(link ?? '')?.[1] ?? assert.fail('no link');
}
