import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { TestMailOutcome } from '#protocol/application/mailRoutes.ts';
import { readMailSetup } from '../../../src/server/mail/mailSetup.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { startEmptyServer } from '../../support/emptyServer.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { call, createAgent } from '../api.ts';
import { describeMail } from './mailContract.ts';
import { startSmtpServer } from './mailSmtpServer.ts';
import { createSqlite } from '../sqlite.ts';

describeMail('SQLite', createSqlite);

const MAIL = {
	smtp: 'smtps://me:secret@mail.shop.example/?connectionTimeout=5000',
	from: 'Shop <shop@shop.example>',
	replyTo: undefined,
	imap: undefined,
	dkim: { domainName: 'shop.example', keySelector: 'chat', privateKey: 'private' },
	fromEnvironment: [],
};
const FACTS = {
	publicUrl: 'https://chat.example',
	isDemo: false,
	pause: 120_000,
};

test('of the mail server name and port are told, of the key its domain', () => {
	const setup = readMailSetup(MAIL, FACTS);
	assert.deepEqual(
		[setup.transport, setup.host, setup.port, setup.dkim_domain],
		['smtp', 'mail.shop.example', 465, 'shop.example'],
	);
	assert.doesNotMatch(JSON.stringify(setup), /secret|private/);
	assert.equal(readMailSetup({ ...MAIL, smtp: 'smtp://mail.shop.example' }, FACTS).port, 587);
	assert.equal(readMailSetup({ ...MAIL, smtp: 'smtp://mail.shop.example:2525' }, FACTS).port, 2525);
});

test('what is missing is named', () => {
	assert.deepEqual(readMailSetup(MAIL, FACTS).missing, []);
	for (const from of ['no-reply@localhost', 'Live Chat <no-reply@localhost>'])
		assert.deepEqual(readMailSetup({ ...MAIL, from }, FACTS).missing, ['MAIL_FROM']);
	const none = readMailSetup({ ...MAIL, smtp: undefined }, { ...FACTS, publicUrl: '' });
	assert.deepEqual([none.transport, none.missing], ['none', ['SMTP_URL', 'PUBLIC_URL']]);
});

test('a refused login is told as the mail server says it', async (t) => {
	const { url } = await startSmtpServer(t);
	const { said } = await sendTestBy(t, url.replace('//', '//me:wrong@'));
	assert.deepEqual([said.outcome, said.fault], ['refused', 'SIGN_IN_REFUSED']);
	assert.match(said.reason ?? '', /^535 /);
});

test('a mail server that cannot be reached is told as such', async (t) => {
	const { said } = await sendTestBy(t, 'smtp://127.0.0.1:1');
	assert.deepEqual([said.outcome, said.fault], ['unreachable', 'NOT_CONNECTED']);
	assert.match(said.reason ?? '', /ECONNREFUSED/);
});

test('in the try-out a test becomes a file', async (t) => {
	const { said, server } = await sendTestBy(t, '');
	assert.deepEqual(said, { outcome: 'sent', fault: null, reason: null });
	const [file = '', ...others] = readdirSync(join(server.dataDir, 'mail'));
	assert.deepEqual(others, []);
	assert.match(readFileSync(join(server.dataDir, 'mail', file), 'utf8'), /^To: .*<ada@example\.com>/m);
});

async function sendTestBy(t: TestContext, smtpUrl: string) {
	const server = await startHostedServer({ settings: { SMTP_URL: smtpUrl } });
	t.after(() => server.stop());
	const agent = createAgent(server.origin, server.agentToken);
	return { server, said: (await agent.call<TestMailOutcome>('mail/test', { body: {} })).body };
}

test('a server without a mail server sends no test', async (t) => {
	const { options, cleanUp } = await createSqlite();
	const store = await openStore({ dataDir: options.dataDir ?? '' });
	const token = await store.transaction(async (repositories) => {
		const { id } = await repositories.accounts.insert('Shop');
		const user = await addAgent(repositories, id, { name: 'Ada', email: 'ada@shop.example', role: 'administrator' });
		return (await createAccessToken(repositories, { user_id: user.id }, { name: 'test' })).token;
	});
	await store.close();
	const server = await startEmptyServer(options);
	t.after(async () => {
		await server.stop();
		await cleanUp();
	});
	const headers = { api_access_token: token };
	const ask = (path: string, body?: object) =>
		call<Record<string, unknown>>(server.origin, `/api/v1/accounts/1/${path}`, { headers, ...(body && { body }) });
	assert.equal((await ask('mail')).body['transport'], 'none');
	const refused = await ask('mail/test', {});
	assert.deepEqual([refused.status, refused.body['error']], [422, 'This server sends no mail']);
});
