/** Mail that is set up at the desk or by command, beside what the environment sets. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import type { AuditLogEntry } from '#protocol/application/auditLogRoutes.ts';
import type { MailChange, MailRecords, MailSetup, TestMailOutcome } from '#protocol/application/mailRoutes.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { startServer } from '../../support/server.ts';
import { createAgent } from '../api.ts';
import { startConversationServer, type Prepare } from '../conversationServer.ts';
import { startSmtpServer } from './mailSmtpServer.ts';
import { verifyDkim } from './verifyDkim.ts';

const SENDER = 'Kiln <chat@kiln.example>';
const PASSWORD = 'secret';

export function describeMailSettings(database: string, prepare: Prepare): void {
	async function start(t: TestContext, settings: Record<string, string> = {}) {
		const setup = await startConversationServer(prepare, { settings: { PRIVATE_WEBHOOKS: 'on', ...settings } });
		t.after(() => setup.stop());
		const smtp = await startSmtpServer(t);
		const server = (more: object = {}) => ({
			host: '127.0.0.1',
			port: Number(new URL(smtp.url).port),
			security: 'none' as const,
			user: 'me',
			...more,
		});
		const change = (body: MailChange | object) =>
			setup.agent.call<MailSetup & { message?: string; error?: string }>('mail', { method: 'PATCH', body });
		const show = async () => (await setup.agent.call<MailSetup>('mail')).body;
		const sendTest = async (agent = setup.agent) => (await agent.call<TestMailOutcome>('mail/test', { body: {} })).body;
		return { ...setup, smtp, mailServer: server, change, show, sendTest };
	}

	test(`${database}: mail that an administrator sets up is sent from then on, without a restart`, async (t) => {
		const { change, mailServer, sendTest, show, smtp, query, agent } = await start(t);
		const answer = await change({
			sender: SENDER,
			smtp: mailServer({ password: PASSWORD }),
			reply_to: 'reply@kiln.example',
		});
		assert.equal(answer.status, 200);
		assert.deepEqual(answer.body, await show());
		const { stored, transport, sender, reply_to, missing } = answer.body;
		assert.deepEqual(stored?.smtp, mailServer({ has_password: true }));
		assert.deepEqual([transport, sender, reply_to, missing], ['smtp', SENDER, 'reply@kiln.example', ['PUBLIC_URL']]);

		assert.deepEqual(await sendTest(), { outcome: 'sent', fault: null, reason: null });
		assert.match(smtp.mails[0]?.raw ?? '', /^From: Kiln <chat@kiln\.example>/m);

		// Neither the API nor the database nor the audit log has the password.
		assert.doesNotMatch(JSON.stringify(answer.body), /secret/);
		const [row = {}] = await query('select * from mail_settings');
		assert.match(String(row['smtp_password']), /^v1\./);
		assert.doesNotMatch(JSON.stringify(row), /secret/);
		const log = await agent.call<{ audit_logs: AuditLogEntry[] }>('audit_logs?auditable_type=MailSettings');
		const [entry = assert.fail()] = log.body.audit_logs;
		assert.deepEqual(entry.audited_changes['smtp_password'], [null, '[hidden]']);
		assert.deepEqual(entry.audited_changes['sender'], [null, SENDER]);

		// What is not named stays, also the password.
		const changed = await change({ sender: 'other@kiln.example', smtp: mailServer() });
		assert.equal(changed.body.stored?.smtp?.has_password, true);
		assert.equal((await sendTest()).outcome, 'sent');
		assert.match(smtp.mails[1]?.raw ?? '', /^From: other@kiln\.example/m);

		assert.equal((await change({ smtp: null })).body.transport, 'files');
	});

	test(`${database}: a password is kept for no other server and no other user`, async (t) => {
		const { change, mailServer, show } = await start(t);
		assert.equal((await change({ smtp: mailServer() })).status, 422);
		await change({ smtp: mailServer({ password: PASSWORD }) });
		for (const other of [{ host: 'localhost' }, { port: 2525 }, { user: 'you' }, { security: 'starttls' }]) {
			const { status, body } = await change({ smtp: mailServer(other) });
			assert.deepEqual([status, body.message], [422, "Password can't be blank for another server or user"]);
		}
		assert.equal((await show()).host, '127.0.0.1');
		const { body } = await change({ smtp: mailServer({ user: null }) });
		assert.equal(body.stored?.smtp?.has_password, false);
	});

	test(`${database}: what cannot be right is refused with a reason, and changes nothing`, async (t) => {
		const { change, mailServer, show } = await start(t);
		const before = await show();
		for (const [body, message] of [
			[{ sender: 'Kiln' }, /^Sender must be an address/],
			[{ sender: 'Kiln <chat@kiln.example>\r\nBcc: eve@evil.example' }, /one line/],
			[{ sender: 'a@b.example, eve@evil.example' }, /^Sender must be an address/],
			[{ reply_to: 'nobody' }, /^Reply to must be an address/],
			[{ smtp: mailServer({ host: 'smtp://kiln.example' }) }, /must be the name of a server/],
			[{ smtp: mailServer({ port: 0 }) }, /at least 1/],
			[{ smtp: mailServer({ host: 'smtp.kiln.example', password: PASSWORD }) }, /^Security is needed for a password/],
			[{ sender: SENDER, imap: mailServer() }, /^Password can't be blank/],
		] as const) {
			const refused = await change(body);
			assert.equal(refused.status, 422, JSON.stringify(body));
			assert.match(refused.body.message ?? refused.body.error ?? '', message);
		}
		assert.deepEqual(await show(), before);
	});

	test(`${database}: a test says what is wrong, by a closed code`, async (t) => {
		const { change, mailServer, sendTest, smtp } = await start(t);
		const silent = createServer().listen(0, '127.0.0.1');
		await once(silent, 'listening');
		const closed = silent.address() as { port: number };
		silent.close();
		const faultOf = async (server: object, sender = SENDER) => {
			assert.equal((await change({ sender, smtp: mailServer({ password: PASSWORD, ...server }) })).status, 200);
			return (await sendTest()).fault;
		};
		assert.equal(await faultOf({ host: 'nowhere.invalid', security: 'tls' }), 'HOST_NOT_FOUND');
		assert.equal(await faultOf({ port: closed.port }), 'NOT_CONNECTED');
		assert.equal(await faultOf({ security: 'starttls' }), 'TLS_FAILED');
		assert.equal(await faultOf({ security: 'tls' }), 'TLS_FAILED');
		assert.equal(await faultOf({ password: 'wrong' }), 'SIGN_IN_REFUSED');
		smtp.refusedSenders.add('eve@kiln.example');
		assert.equal(await faultOf({}, 'eve@kiln.example'), 'SENDER_REFUSED');
		assert.equal(await faultOf({}), null);
	});

	test(`${database}: a key that signs is made once for its name, sealed, and shown to nobody`, async (t) => {
		const { change, mailServer, sendTest, show, smtp, query, agent } = await start(t);
		const recordOf = async () => {
			const { records } = (await agent.call<MailRecords>('mail/records')).body;
			return records.find(({ kind }) => kind === 'dkim');
		};
		await change({ sender: SENDER, smtp: mailServer({ password: PASSWORD }) });
		assert.equal(await recordOf(), undefined);
		const { body } = await change({ dkim: { selector: 'chat' } });
		assert.deepEqual([body.stored?.dkim, body.dkim_domain], [{ selector: 'chat' }, 'kiln.example']);
		const record = (await recordOf()) ?? assert.fail();
		assert.equal((await sendTest()).outcome, 'sent');
		const verified = { name: 'chat._domainkey.kiln.example', isValid: true };
		assert.deepEqual(verifyDkim(smtp.mails[0]?.raw ?? '', record.value), verified);

		const [row = {}] = await query('select dkim_key from mail_settings');
		assert.match(String(row['dkim_key']), /^v1\./);
		const log = await agent.call<{ audit_logs: AuditLogEntry[] }>('audit_logs?auditable_type=MailSettings');
		assert.deepEqual(log.body.audit_logs[0]?.audited_changes, {
			dkim_selector: [null, 'chat'],
			dkim_key: [null, '[hidden]'],
		});
		assert.doesNotMatch(JSON.stringify([body, row, log.body]), /PRIVATE KEY/);

		// DNS has the other half of the key: a repeated request does not replace it.
		await change({ dkim: { selector: 'chat' } });
		assert.equal((await recordOf())?.value, record.value);
		await change({ sender: 'chat@glaze.example', dkim: { selector: 'next' } });
		const next = (await recordOf()) ?? assert.fail();
		assert.equal(next.name, 'next._domainkey.glaze.example');
		assert.notEqual(next.value, record.value);
		for (const selector of ['', 'a b', 'x.', '-x', 'x'.repeat(64)]) {
			const refused = await change({ dkim: { selector } });
			assert.equal(refused.status, 422, selector);
		}
		await change({ dkim: null });
		assert.deepEqual([(await show()).dkim_domain, await recordOf()], [null, undefined]);
		await sendTest();
		assert.doesNotMatch(smtp.mails[1]?.raw ?? '', /^dkim-signature/im);
	});

	test(`${database}: what the environment sets wins, and cannot be changed`, async (t) => {
		const { change, show, sendTest, smtp, mailServer, server, databaseUrl } = await start(t, {
			MAIL_FROM: 'Env <env@kiln.example>',
		});
		const refused = await change({ sender: SENDER });
		assert.deepEqual(
			[refused.status, refused.body.message],
			[422, "MAIL_FROM is set in the server's environment, which wins"],
		);
		const store = await openStore({ dataDir: server.dataDir, databaseUrl });
		t.after(() => store.close());
		// Set before the environment did.
		await store.transaction(async ({ mailSettings }) =>
			mailSettings.update({ ...(await mailSettings.lock()), sender: SENDER }),
		);
		await change({ smtp: mailServer({ password: PASSWORD }) });
		assert.deepEqual([(await show()).sender, (await show()).from_environment], ['Env <env@kiln.example>', ['sender']]);
		await sendTest();
		assert.match(smtp.mails[0]?.raw ?? '', /^From: Env <env@kiln\.example>/m);
	});

	test(`${database}: an administrator names no server in the own network, unless the operator allows it`, async (t) => {
		const { change, mailServer, sendTest, smtp } = await start(t, { PRIVATE_WEBHOOKS: 'off' });
		const named = await change({ sender: SENDER, smtp: mailServer({ password: PASSWORD }) });
		assert.deepEqual([named.status, named.body.message], [422, "Host 127.0.0.1 is in the server's own network"]);
		// A name is looked up when it is used.
		await change({ sender: SENDER, smtp: mailServer({ host: 'localhost', password: PASSWORD }) });
		assert.equal((await sendTest()).fault, 'HOST_PRIVATE');
		assert.equal(smtp.attempts(), 0);
	});

	test(`${database}: with several accounts nobody changes at the desk what all of them use`, async (t) => {
		const { change, show, agent, server, databaseUrl } = await start(t);
		const store = await openStore({ dataDir: server.dataDir, databaseUrl });
		t.after(() => store.close());
		await store.transaction(({ accounts }) => accounts.insert('Other'));
		const { status, body } = await change({ sender: SENDER });
		assert.deepEqual([status, body.error], [422, 'This server has several accounts: its operator sets up mail']);
		assert.equal((await agent.call('mail/check_mailbox', { method: 'POST' })).status, 422);
		assert.equal((await show()).stored, null);
		const set = await runAdmin(
			{ dataDir: server.dataDir, databaseUrl: databaseUrl ?? '' },
			'set-mail',
			'--sender',
			SENDER,
		);
		assert.equal(set.code, 0, set.text);
		assert.equal((await show()).sender, SENDER);
	});

	test(`${database}: a password of another SECRET_KEY is told as such, and mails wait`, async (t) => {
		const { change, mailServer, server, databaseUrl, smtp } = await start(t);
		await change({ sender: SENDER, smtp: mailServer({ password: PASSWORD }) });
		const other = async (settings: Record<string, string>) => {
			const started = await startServer({
				dataDir: server.dataDir,
				...(databaseUrl !== undefined && { databaseUrl }),
				settings: { PRIVATE_WEBHOOKS: 'on', ...settings },
			});
			t.after(() => started.stop());
			return createAgent(started.origin, started.agentToken);
		};
		await server.stop();
		const SECRET_KEY = 'another-key-another-key-another-key-another';
		const changed = await other({ SECRET_KEY });
		const { transport, unreadable, stored } = (await changed.call<MailSetup>('mail')).body;
		assert.deepEqual([transport, unreadable, stored?.smtp?.has_password], ['smtp', ['smtp'], true]);
		const said = (await changed.call<TestMailOutcome>('mail/test', { body: {} })).body;
		assert.deepEqual([said.outcome, said.fault], ['unreachable', 'PASSWORD_UNREADABLE']);
		assert.equal(smtp.mails.length, 0);
	});

	test(`${database}: commands set the same, ask for the password, and tell what the environment sets`, async (t) => {
		const { show, sendTest, server, databaseUrl, mailServer, smtp } = await start(t);
		const where = { dataDir: server.dataDir, databaseUrl: databaseUrl ?? '', settings: { PRIVATE_WEBHOOKS: 'on' } };
		const { port } = mailServer();
		const options = [
			'--smtp-host',
			'127.0.0.1',
			'--smtp-port',
			String(port),
			'--smtp-security',
			'none',
			'--smtp-user',
			'me',
		];
		const set = await runAdmin({ ...where, input: `${PASSWORD}\n` }, 'set-mail', '--sender', SENDER, ...options);
		assert.equal(set.code, 0, set.text);
		assert.deepEqual((await show()).stored?.smtp, mailServer({ has_password: true }));
		assert.equal((await sendTest()).outcome, 'sent');
		assert.equal(smtp.mails.length, 1);
		const shown = await runAdmin({ ...where, settings: { MAIL_FROM: SENDER } }, 'show-mail');
		assert.match(shown.text, /^sender: .* \(MAIL_FROM wins\)$/m);
		assert.doesNotMatch(shown.text, /secret/);
		const wrong = await runAdmin(where, 'set-mail', '--sender', 'nobody');
		assert.deepEqual(
			[wrong.code, wrong.text.trim()],
			[1, '--sender must be an address, such as Shop <chat@shop.example>'],
		);
		assert.equal((await runAdmin(where, 'set-mail', '--smtp-host', 'none')).code, 0);
		assert.equal((await show()).stored?.smtp, null);
	});
}
