/**
 * Login links by mail: who gets one, what it says, how long it is good, and that nothing tells who
 * is in a team.
 */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { deliver } from '../../../src/server/deliveries/deliver.ts';
import type { DeliveryRow } from '../../../src/server/store/tables/schema.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { ServerOptions } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { call } from '../api.ts';
import { decodeWords, parseMail, valueOf } from '../mail/mailParsed.ts';
import { startSmtpServer } from '../mail/mailSmtpServer.ts';
import { createSqlite } from '../sqlite.ts';

/** The server of all tests that need no other settings. */
let shared: Awaited<ReturnType<typeof startOwn>>;
const ends: (() => Promise<void> | void)[] = [];
before(async () => {
	shared = await startOwn({ after: (end) => void ends.unshift(end) });
});
after(async () => {
	for (const end of ends) await end();
});

/** Without options it is the shared server, where no mail and no link is left. */
async function start(t: TestContext, options?: ServerOptions) {
	if (options) return startOwn(t, options);
	shared.smtp.mails.length = 0;
	await shared.services.query('delete from sign_in_tokens');
	return shared;
}

async function startOwn(t: { after(end: () => Promise<void>): void }, options: ServerOptions = {}) {
	const smtp = await startSmtpServer(t);
	const services = await createSqlite();
	t.after(services.cleanUp);
	const settings = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://chat.example/', ...options.settings };
	const server = await startHostedServer({ ...services.options, ...options, settings });
	t.after(() => server.stop());
	const ask = async (email: string, headers: Record<string, string> = {}) => {
		const answer = await call(server.origin, '/auth/login_link', { body: { email, locale: 'de' }, headers });
		return [answer.status, answer.body];
	};
	const signIn = (email: string, sso_auth_token: string) =>
		call(server.origin, '/auth/sign_in', { body: { email, sso_auth_token } });
	return { smtp, services, server, ask, signIn };
}

test('an agent is mailed a link to where browsers reach the server; it signs in once, within half an hour', async (t) => {
	const { smtp, services, ask, signIn } = await start(t);
	const asked = await ask('Ada@example.com', { host: 'evil.example' });
	assert.deepEqual(asked, [200, { success: true }]);
	await t.waitFor(() => assert.equal(smtp.mails.length, 1), PATIENTLY);
	const [mail] = smtp.mails;
	assert.deepEqual(mail?.recipients, ['ada@example.com']);
	const { text, html, subject } = read(mail?.raw);
	assert.equal(subject, 'Ihr Anmeldelink');
	const link = new URL(/https:\S+/.exec(text)?.[0] ?? assert.fail(text));
	assert.equal(link.origin + link.pathname, 'https://chat.example/desk');
	assert.ok(html.includes('href="https://chat.example/desk#login='));
	const said = new URLSearchParams(link.hash.slice(1));
	assert.equal(said.get('email'), 'ada@example.com');
	const [row] = await services.query('select expires_at from sign_in_tokens');
	const left = Number(row?.['expires_at']) - Date.now();
	assert.ok(left > 0 && left <= 30 * 60_000);
	const code = said.get('login') ?? '';
	assert.equal((await signIn('ada@example.com', code)).status, 200);
	assert.equal((await signIn('ada@example.com', code)).status, 401);
});

test('an invitation says who invites to which team; its link signs in once, within a day', async (t) => {
	const { smtp, services, server, signIn } = await start(t);
	const asAdministrator = <T>(path: string, body: object, token = server.agentToken) =>
		call<T>(server.origin, `/api/v1/accounts/1/${path}`, { body, headers: { api_access_token: token } });
	const { body, status } = await asAdministrator<{ id: number }>('agents', { name: 'Lea', email: 'lea@example.com' });
	assert.equal(status, 200, JSON.stringify(body));
	const path = `agents/${body.id}/invitation`;
	const invited = await asAdministrator(path, { locale: 'de' });
	assert.equal(invited.status, 200, JSON.stringify(invited.body));
	await t.waitFor(() => assert.equal(smtp.mails.length, 1), PATIENTLY);
	assert.deepEqual(smtp.mails[0]?.recipients, ['lea@example.com']);
	const { text, html, subject } = read(smtp.mails[0]?.raw);
	const [account] = await services.query('select name from accounts where id = 1');
	const team = String(account?.['name']);
	assert.match(subject, new RegExp(`^\\S.* lädt Sie in das Team „${team}“ ein$`));
	assert.ok(text.includes(`als Mitglied des Teams „${team}“`));
	const link = new URL(/https:\S+/.exec(text)?.[0] ?? assert.fail(text));
	assert.equal(link.origin + link.pathname, 'https://chat.example/desk');
	assert.ok(html.includes('href="https://chat.example/desk#login='));
	const [row] = await services.query('select expires_at from sign_in_tokens');
	const left = Number(row?.['expires_at']) - Date.now();
	assert.ok(left > 23 * 3_600_000 && left <= 24 * 3_600_000);
	const code = new URLSearchParams(link.hash.slice(1)).get('login') ?? '';
	assert.equal((await signIn('lea@example.com', code)).status, 200);
	assert.equal((await signIn('lea@example.com', code)).status, 401);
	assert.equal((await asAdministrator('agents/999/invitation', {})).status, 404);
});

test('where nobody has the address the answer is the same, and there is no mail', async (t) => {
	const { smtp, services, server, ask } = await start(t);
	const created = await call<{ id: number }>(server.origin, '/api/v1/accounts/1/agents', {
		body: { name: 'Gone', email: 'gone@example.com' },
		headers: { api_access_token: server.agentToken },
	});
	await call(server.origin, `/api/v1/accounts/1/agents/${created.body.id}`, {
		method: 'DELETE',
		headers: { api_access_token: server.agentToken },
	});
	for (const email of ['nobody@example.com', 'gone@example.com', 'no address'])
		assert.deepEqual(await ask(email), [200, { success: true }], email);
	assert.deepEqual(await ask('ada@example.com'), [200, { success: true }]);
	await t.waitFor(() => assert.equal(smtp.mails.length, 1), PATIENTLY);
	assert.deepEqual(smtp.mails[0]?.recipients, ['ada@example.com']);
	assert.equal((await services.query('select * from sign_in_tokens')).length, 1);
});

test('one address of the network and one of mail ask for so many links, whoever has it', async (t) => {
	const { ask } = await start(t, { hasRateLimits: true });
	for (const email of ['ada@example.com', 'nobody@example.com']) {
		const from = (count: number) => ({ 'x-forwarded-for': `2001:db8:${count.toString(16)}:${email.length}::1` });
		for (let count = 1; count <= 5; count++) assert.equal((await ask(email, from(count)))[0], 200);
		assert.equal((await ask(email.toUpperCase(), from(6)))[0], 429);
	}
	const office = { 'x-forwarded-for': '198.51.100.7' };
	for (let count = 1; count <= 10; count++) assert.equal((await ask(`x${count}@example.com`, office))[0], 200);
	assert.equal((await ask('x11@example.com', office))[0], 429);
});

for (const missing of ['SMTP_URL', 'PUBLIC_URL'])
	test(`no link is mailed or offered without ${missing}`, async (t) => {
		const { server, ask } = await start(t, { settings: { [missing]: '' } });
		assert.equal((await ask('ada@example.com'))[0], 404);
		const invited = await call(server.origin, '/api/v1/accounts/1/agents/1/invitation', {
			body: {},
			headers: { api_access_token: server.agentToken },
		});
		assert.equal(invited.status, 404);
		const page = await (await fetch(`${server.origin}/desk`)).text();
		assert.ok(!page.includes('login-links'));
		// The try-out writes what has no link into files.
		assert.ok(page.includes('name="mails"'));
	});

test('the desk offers a link where one can be mailed', async (t) => {
	const { server } = await start(t);
	const page = await (await fetch(`${server.origin}/desk`)).text();
	assert.ok(page.includes('name="login-links"'));
});

test('a link that is good no more is not mailed', async () => {
	const sent: string[] = [];
	const mailer = { send: async ({ id }: { id: string }) => void sent.push(id) };
	const deliverMail = (expiresAt: number) =>
		deliver(
			{
				store: {} as never,
				mailer,
				drawReply: () => assert.fail(),
				readPushKeys: () => assert.fail(),
				pushSubject: '',
				mayBePrivate: false,
			},
			{
				receiver_type: 'mail',
				payload: JSON.stringify({ id: String(expiresAt), expiresAt }),
			} as DeliveryRow,
		);
	assert.equal(await deliverMail(Date.now() - 1), undefined);
	const later = Date.now() + 60_000;
	assert.deepEqual(await deliverMail(later), { kind: 'delivered' });
	assert.deepEqual(sent, [String(later)]);
});

function read(raw = '') {
	const { headers, parts } = parseMail(raw);
	const { 'text/plain': text = '', 'text/html': html = '' } = parts;
	return { text, html, subject: decodeWords(valueOf(headers, 'subject')) };
}
