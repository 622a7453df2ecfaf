/** A person's own new address: what proves it, who is mailed what, and what nobody learns by it. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import type { Profile } from '#protocol/entities/entities.ts';
import { createPasswordHasher } from '../../../src/server/base/passwordHash.ts';
import { createLoginLink } from '../../../src/server/domain/people/loginLink.ts';
import { setPassword } from '../../../src/server/domain/people/setPassword.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { ServerOptions } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { call } from '../api.ts';
import type { Prepare } from '../conversationServer.ts';
import { decodeWords, parseMail, valueOf } from '../mail/mailParsed.ts';
import { startSmtpServer, type ReceivedMail } from '../mail/mailSmtpServer.ts';

const ADA = 'ada@example.com';
const NOOR = 'noor@example.com';
const NEW = 'ada@new.example';
const PASSWORD = 'quiet lamp over seven rivers';
const CHANGE = '/api/v1/profile/email_change';
const SENT = [200, { success: true }];
const SPENT = [422, { message: 'Link is spent, has expired or is another person’s', attributes: ['token'] }];

export function describeEmailChange(database: string, prepare: Prepare): void {
	describe(`a person's new address on ${database}`, () => {
		async function start(t: TestContext, options: ServerOptions = {}) {
			const smtp = await startSmtpServer(t);
			const services = await prepare();
			t.after(services.cleanUp);
			const settings = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://chat.example/', ...options.settings };
			const server = await startHostedServer({ ...services.options, ...options, settings });
			t.after(() => server.stop());
			const store = await openStore({ dataDir: server.dataDir, databaseUrl: services.options.databaseUrl });
			t.after(() => store.close());
			const { origin } = server;

			const find = async (email: string) => (await store.users.findByEmail(email)) ?? assert.fail(email);
			const ofDesk = { [DESK_HEADER]: '1', 'sec-fetch-site': 'same-origin', origin };
			const enterDesk = async (body: object) => {
				const answer = await call<Profile>(origin, '/auth/desk_session', { body, headers: ofDesk });
				assert.equal(answer.status, 200, JSON.stringify(answer.body));
				return { ...ofDesk, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? assert.fail('no cookie') };
			};
			const post = async (path: string, headers: Record<string, string>, body: object) => {
				const answer = await call(origin, path, { body, headers });
				return [answer.status, answer.body];
			};
			/** Waits for the newest of so many mails. */
			const readMail = async (count: number) => {
				await t.waitFor(() => assert.equal(smtp.mails.length, count), PATIENTLY);
				return read(smtp.mails.at(-1));
			};
			return {
				smtp,
				services,
				server,
				store,
				origin,
				find,
				enterDesk,
				readMail,
				givePassword: async (email: string) =>
					setPassword(store, createPasswordHasher(), await find(email), { password: PASSWORD }),
				enterByLink: async (email: string) => {
					const { hash } = new URL(await createLoginLink(store, await find(email), origin));
					return enterDesk({ email, sso_auth_token: new URLSearchParams(hash.slice(1)).get('login') });
				},
				ask: (headers: Record<string, string>, body: object) => post(CHANGE, headers, { locale: 'de', ...body }),
				confirm: (headers: Record<string, string>, body: object) =>
					post(`${CHANGE}/confirm`, headers, { locale: 'de', ...body }),
			};
		}

		test('only the link that the new address is mailed changes it, once; the former address is told', async (t) => {
			const server = await start(t);
			await server.givePassword(ADA);
			const ada = await server.enterDesk({ email: ADA, password: PASSWORD });
			const { id } = await server.find(ADA);
			// In two accounts, so that no administrator may correct the address.
			await server.store.users.join((await server.store.accounts.insert('Other')).id, id, {
				role: 'agent',
				availability: 'online',
				auto_offline: true,
			});
			await createLoginLink(server.store, await server.find(ADA), server.origin);
			assert.deepEqual(await server.ask(ada, { email: 'Ada@New.example', current_password: PASSWORD }), SENT);
			const mail = await server.readMail(1);
			assert.deepEqual([mail.recipients, mail.subject], [['Ada@new.example'], 'Neue E-Mail-Adresse bestätigen']);
			const { link, code, email } = linkIn(mail.text);
			assert.equal(link.origin + link.pathname, 'https://chat.example/desk');
			assert.ok(mail.html.includes('href="https://chat.example/desk#address='));
			assert.equal((await server.find(ADA)).id, id);
			const rows = await server.services.query("select * from sign_in_tokens where token_hash like 'address %'");
			assert.equal(rows.length, 1);
			assert.ok(!JSON.stringify(rows).includes(code));
			const left = Number(rows[0]?.['expires_at']) - Date.now();
			assert.ok(left > 0 && left <= 30 * 60_000);

			const answer = await call<Profile>(server.origin, `${CHANGE}/confirm`, {
				body: { email, token: code, locale: 'de' },
				headers: ada,
			});
			assert.deepEqual([answer.status, answer.body.email], [200, NEW]);
			assert.equal((await server.find(NEW)).id, id);
			const notice = await server.readMail(2);
			assert.deepEqual([notice.recipients, notice.subject], [[ADA], 'Ihre E-Mail-Adresse wurde geändert']);
			assert.ok(!`${notice.text}${notice.html}`.includes('new.example'));
			assert.deepEqual(await server.confirm(ada, { email, token: code }), SPENT);
			// Nor does a link that the former address has still sign in.
			assert.deepEqual(await server.services.query('select * from sign_in_tokens'), []);
			await server.enterDesk({ email: NEW, password: PASSWORD });
			const logged = await server.services.query(
				"select audited_changes from audit_logs where auditable_type = 'User' and cast(audited_changes as text) like '%new.example%'",
			);
			assert.equal(logged.length, 2);
		});

		test('who reads the mail cannot sign in by its link, nor change the address as another person', async (t) => {
			const server = await start(t);
			const [ada, noor] = [await server.enterByLink(ADA), await server.enterByLink(NOOR)];
			await server.ask(ada, { email: NEW });
			const { code, email } = linkIn((await server.readMail(1)).text);
			for (const token of [code, `${code} ${email}`])
				for (const address of [ADA, NEW])
					assert.equal(
						(await call(server.origin, '/auth/sign_in', { body: { email: address, sso_auth_token: token } })).status,
						401,
					);
			assert.deepEqual(await server.confirm(noor, { email, token: code }), SPENT);
			assert.deepEqual(await server.confirm(ada, { email: 'other@new.example', token: code }), SPENT);
			assert.deepEqual(await server.confirm(ada, { email, token: 'wrong' }), SPENT);
			assert.equal((await server.confirm(ada, { email, token: code }))[0], 200);
		});

		test('a link that has expired changes nothing, nor does one after which the password was changed', async (t) => {
			const server = await start(t);
			const ada = await server.enterByLink(ADA);
			await server.ask(ada, { email: NEW });
			const old = linkIn((await server.readMail(1)).text);
			await server.services.query('update sign_in_tokens set expires_at = 1');
			assert.deepEqual(await server.confirm(ada, { email: old.email, token: old.code }), SPENT);
			await server.ask(ada, { email: NEW });
			const { code, email } = linkIn((await server.readMail(2)).text);
			await server.givePassword(ADA);
			const again = await server.enterDesk({ email: ADA, password: PASSWORD });
			assert.deepEqual(await server.confirm(again, { email, token: code }), SPENT);
			await server.find(ADA);
		});

		test('it takes the current password, unless a link has just signed the person in', async (t) => {
			const server = await start(t);
			await server.givePassword(ADA);
			const ada = await server.enterDesk({ email: ADA, password: PASSWORD });
			const refused = [422, { message: 'Invalid current password', attributes: ['current_password'] }];
			assert.deepEqual(await server.ask(ada, { email: NEW }), refused);
			assert.deepEqual(await server.ask(ada, { email: NEW, current_password: 'nine copper spoons' }), refused);
			assert.deepEqual(await server.ask({ api_access_token: server.server.agentToken }, { email: NEW }), refused);
			assert.deepEqual(await server.ask(await server.enterByLink(ADA), { email: NEW }), SENT);
			assert.deepEqual((await server.readMail(1)).recipients, [NEW]);
		});

		test('an address that somebody else has is answered alike and not mailed; if it is taken meanwhile, it stays theirs', async (t) => {
			const server = await start(t);
			const ada = await server.enterByLink(ADA);
			assert.deepEqual(await server.ask(ada, { email: NOOR.toUpperCase() }), SENT);
			assert.deepEqual(await server.ask(ada, { email: NEW }), SENT);
			const mail = await server.readMail(1);
			assert.deepEqual(mail.recipients, [NEW]);
			const { code, email } = linkIn(mail.text);
			const { id } = await server.find(NOOR);
			await server.store.users.setEmail(id, NEW);
			assert.deepEqual(await server.confirm(ada, { email, token: code }), [
				422,
				{ message: 'Email has already been taken', attributes: ['email'] },
			]);
			assert.equal((await server.find(NEW)).id, id);
		});

		test('of two people who confirm one address at once, one gets it', async (t) => {
			const server = await start(t);
			const links = [];
			for (const [index, person] of [ADA, NOOR].entries()) {
				const headers = await server.enterByLink(person);
				assert.deepEqual(await server.ask(headers, { email: NEW }), SENT);
				const { code, email } = linkIn((await server.readMail(index + 1)).text);
				links.push({ headers, body: { email, token: code } });
			}
			const answers = await Promise.all(links.map(({ headers, body }) => server.confirm(headers, body)));
			assert.deepEqual(new Set(answers.map(([status]) => status)), new Set([200, 422]));
			assert.ok(
				answers.some(([, body]) => (body as { message?: string }).message === 'Email has already been taken'),
				JSON.stringify(answers),
			);
		});

		test('an address that is none, and one’s own, are refused', async (t) => {
			const server = await start(t);
			const ada = await server.enterByLink(ADA);
			for (const [email, message] of [
				['ada at example', 'Email is invalid'],
				['Ada@Example.com', 'Email is your address already'],
			] as const)
				assert.deepEqual(await server.ask(ada, { email }), [422, { message, attributes: ['email'] }]);
			assert.equal(server.smtp.mails.length, 0);
		});

		test('one mailbox is mailed so many links, and one address of the network asks for so many', async (t) => {
			const server = await start(t, { hasRateLimits: true });
			const ada = await server.enterByLink(ADA);
			const from = (ip: string) => ({ ...ada, 'x-forwarded-for': ip });
			for (let count = 1; count <= 5; count++)
				assert.deepEqual(await server.ask(from(`198.51.100.${count}`), { email: `new+${count}@x.example` }), SENT);
			assert.equal((await server.ask(from('198.51.100.6'), { email: 'new@x.example' }))[0], 429);
			for (let count = 1; count <= 10; count++)
				assert.deepEqual(await server.ask(from('203.0.113.7'), { email: `x${count}@x.example` }), SENT);
			assert.equal((await server.ask(from('203.0.113.7'), { email: 'x11@x.example' }))[0], 429);
		});

		for (const missing of ['SMTP_URL', 'PUBLIC_URL'])
			test(`nobody changes an address without ${missing}`, async (t) => {
				const server = await start(t, { settings: { [missing]: '' } });
				const ada = await server.enterByLink(ADA);
				assert.equal((await server.ask(ada, { email: NEW }))[0], 404);
				assert.equal((await server.confirm(ada, { email: NEW, token: 'none' }))[0], 404);
			});
	});
}

function read(mail: ReceivedMail | undefined) {
	const { headers, parts } = parseMail(mail?.raw ?? '');
	const { 'text/plain': text = '', 'text/html': html = '' } = parts;
	return { text, html, subject: decodeWords(valueOf(headers, 'subject')), recipients: mail?.recipients };
}

function linkIn(text: string) {
	const link = new URL(/https:\S+/.exec(text)?.[0] ?? assert.fail(text));
	const said = new URLSearchParams(link.hash.slice(1));
	return { link, code: said.get('address') ?? assert.fail(text), email: said.get('email') ?? assert.fail(text) };
}
