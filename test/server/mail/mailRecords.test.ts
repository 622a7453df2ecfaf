import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { MailRecord } from '#protocol/application/mailRoutes.ts';
import { MAIL_RECORDS_TIME } from '#protocol/base/limits.ts';
import { createDns } from '../../../src/server/mail/records/createDns.ts';
import { checkMailRecords } from '../../../src/server/mail/records/mailRecords.ts';
import { judgeSpf } from '../../../src/server/mail/records/spf.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import { createAgent } from '../api.ts';
import { startDnsServer } from './dnsServer.ts';
import { startSmtpServer } from './mailSmtpServer.ts';
import { verifyDkim } from './verifyDkim.ts';

const { privateKey } = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'pem' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const MAIL = {
	from: 'Kiln <chat@kiln.example>',
	smtp: 'smtp://smtp.sendgrid.net',
	dkim: { domainName: 'kiln.example', keySelector: 'chat', privateKey },
};
const FACTS = { bouncesTo: undefined, publicUrl: '' };

async function start(t: TestContext) {
	const dns = await startDnsServer(t);
	const check = async (change: Partial<typeof MAIL> | object = {}, facts: object = {}) => {
		const records = await checkMailRecords(createDns(dns.address), { ...MAIL, ...change }, { ...FACTS, ...facts });
		return Object.fromEntries(records.map((record) => [record.kind, record])) as Record<MailRecord['kind'], MailRecord>;
	};
	return { ...dns, check };
}

test('what is missing in the DNS of the sender’s domain is told with what to copy, and is found once it is there', async (t) => {
	const { check, txt, asked } = await start(t);
	const { spf, dkim, dmarc } = await check();
	assert.deepEqual(
		[spf, dmarc],
		[
			{
				kind: 'spf',
				name: 'kiln.example',
				type: 'TXT',
				value: 'v=spf1 include:sendgrid.net ~all',
				state: 'missing',
				found: [],
				reason: null,
			},
			{
				kind: 'dmarc',
				name: '_dmarc.kiln.example',
				type: 'TXT',
				value: 'v=DMARC1; p=none; rua=mailto:chat@kiln.example',
				state: 'missing',
				found: [],
				reason: null,
			},
		],
	);
	assert.deepEqual([dkim.name, dkim.state], ['chat._domainkey.kiln.example', 'missing']);
	assert.match(dkim.value, /^v=DKIM1; k=rsa; p=MII[\w+/]{380,}=*$/);
	assert.deepEqual([...asked].toSorted(), ['_dmarc.kiln.example', 'chat._domainkey.kiln.example', 'kiln.example']);

	// A long record comes in pieces, and beside what is for others.
	for (const { name, value } of [spf, dkim, dmarc]) txt.set(name, ['site-verification=1', value]);
	const states = Object.values(await check()).map(({ state, found }) => [state, found.length]);
	assert.deepEqual(states, [
		['found', 1],
		['found', 1],
		['found', 1],
	]);
});

test('another key, a revoked one, and a record twice are different from what is needed', async (t) => {
	const { check, txt } = await start(t);
	const { value } = (await check()).dkim;
	for (const record of ['v=DKIM1; k=rsa; p=MIIBother', 'v=DKIM1; p=', value.replace('rsa', 'ed25519')]) {
		txt.set('chat._domainkey.kiln.example', [record]);
		const { dkim } = await check();
		assert.deepEqual([dkim.state, dkim.found], ['different', [record]]);
	}
	txt.set('chat._domainkey.kiln.example', [value.replace('v=DKIM1; k=rsa; ', '')]);
	assert.equal((await check()).dkim.state, 'found');
	txt.set('_dmarc.kiln.example', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']);
	assert.equal((await check()).dmarc.state, 'different');
	txt.set('_dmarc.kiln.example', ['v=DMARC1; p=quarantine; sp=reject']);
	assert.equal((await check()).dmarc.state, 'found');
	txt.set('_dmarc.kiln.example', ['v=DMARC1; p=maybe']);
	assert.equal((await check()).dmarc.state, 'different');
});

test('a domain below another follows its DMARC record, and nobody asks a whole country', async (t) => {
	const { check, txt, asked } = await start(t);
	txt.set('_dmarc.kiln.example', ['v=DMARC1; p=reject']);
	const { dmarc } = await check({ from: 'chat@mail.shop.kiln.example' });
	assert.deepEqual([dmarc.name, dmarc.state], ['_dmarc.mail.shop.kiln.example', 'found']);
	await check({ from: 'chat@other.example' });
	assert.ok(!asked.has('_dmarc.example'));
});

test('SPF permits the server by an own name, by a provider, by mx, and in the record that is there', () => {
	const judge = (host: string, records: string[], mailHosts: string[] = []) =>
		judgeSpf(host, 'kiln.example', records, mailHosts);
	for (const [host, value] of [
		['mail.kiln.example', 'v=spf1 a:mail.kiln.example ~all'],
		['smtp.gmail.com', 'v=spf1 include:_spf.google.com ~all'],
		['smtp.office365.com', 'v=spf1 include:spf.protection.outlook.com ~all'],
		['smtp.eu.mailgun.org', 'v=spf1 include:mailgun.org ~all'],
		['email-smtp.eu-west-1.amazonaws.com', 'v=spf1 include:amazonses.com ~all'],
		['smtp.postmarkapp.com', 'v=spf1 include:spf.mtasv.net ~all'],
		['smtp-relay.brevo.com', 'v=spf1 include:spf.brevo.com ~all'],
		['smtp.zoho.eu', 'v=spf1 include:zohomail.eu ~all'],
		['smtp.fastmail.com', 'v=spf1 include:spf.messagingengine.com ~all'],
		['203.0.113.7', 'v=spf1 ip4:203.0.113.7 ~all'],
		['2001:db8::1', 'v=spf1 ip6:2001:db8::1 ~all'],
		['notgmail.com', 'v=spf1 a:notgmail.com ~all'],
	] as const)
		assert.deepEqual(judge(host, []), { value, isPermitted: false }, host);
	for (const record of [
		'v=spf1 include:_spf.google.com -all',
		'v=spf1 mx +include:_SPF.google.com ?all',
		'v=spf1 redirect=_spf.google.com',
		'v=spf1 +all',
	])
		assert.deepEqual(judge('smtp.gmail.com', [record]), { value: record, isPermitted: true }, record);
	// What there is stays, since a second record would spoil both.
	assert.deepEqual(judge('smtp.gmail.com', ['v=spf1 ip4:192.0.2.1 include:crm.example -all']), {
		value: 'v=spf1 include:_spf.google.com ip4:192.0.2.1 include:crm.example -all',
		isPermitted: false,
	});
	assert.equal(
		judge('smtp.gmail.com', ['v=spf1 include:_spf.google.com ~all', 'v=spf1 mx -all']).value,
		'v=spf1 include:_spf.google.com mx ~all',
	);
	assert.equal(judge('mail.kiln.example', ['v=spf1 mx -all'], ['mail.kiln.example']).isPermitted, true);
	assert.equal(judge('mail.kiln.example', ['v=spf1 mx -all'], ['mx.other.example']).isPermitted, false);
	assert.equal(judge('mail.kiln.example', ['v=spf1 -mx -all'], ['mail.kiln.example']).isPermitted, false);
	assert.equal(judge('kiln.example', ['v=spf1 a -all']).isPermitted, true);
	assert.equal(judge('mail.kiln.example', ['v=spf1 a -all']).isPermitted, false);
});

test('SPF is that of the address for bounces, and of the own name where the mail server is beside', async (t) => {
	const { check, txt, mx, asked } = await start(t);
	const { spf } = await check({}, { bouncesTo: 'bounces@return.kiln.example' });
	assert.equal(spf.name, 'return.kiln.example');
	const beside = { smtp: 'smtp://localhost:25' };
	assert.equal((await check(beside)).spf, undefined);
	const own = await check(beside, { publicUrl: 'https://chat.kiln.example' });
	assert.equal(own.spf.value, 'v=spf1 a:chat.kiln.example ~all');
	assert.equal((await check({ smtp: 'smtp://10.0.0.7' }, { publicUrl: 'http://192.168.0.7:3000' })).spf, undefined);
	assert.equal((await check({ smtp: undefined })).spf, undefined);

	txt.set('kiln.example', ['v=spf1 mx -all']);
	mx.set('kiln.example', ['mail.kiln.example']);
	assert.equal((await check({ smtp: 'smtp://mail.kiln.example' })).spf.state, 'found');
	assert.ok(
		[...asked].every((name) => name.endsWith('kiln.example')),
		[...asked].join(' '),
	);
});

test('without a sender there is nothing to copy, and without a key no DKIM record', async (t) => {
	const { check } = await start(t);
	assert.deepEqual(await check({ from: 'Live Chat <no-reply@localhost>' }), {});
	assert.equal((await check({ dkim: undefined })).dkim, undefined);
	assert.equal((await check({ dkim: 'unreadable' })).dkim, undefined);
	const { dmarc } = await check({ from: 'Käse <chat@käse.example>' });
	assert.equal(dmarc.name, '_dmarc.xn--kse-qla.example');
});

test('a DNS that fails or is silent is told as such, within seconds', async (t) => {
	const { check, failing, silent } = await start(t);
	failing.add('kiln.example');
	silent.add('_dmarc.kiln.example');
	const began = performance.now();
	const { spf, dkim, dmarc } = await check();
	assert.ok(performance.now() - began < MAIL_RECORDS_TIME + 1_000);
	assert.deepEqual(
		[spf, dkim, dmarc].map(({ state, reason }) => [state, reason]),
		[
			['unknown', 'ESERVFAIL'],
			['missing', null],
			['unknown', 'ETIMEOUT'],
		],
	);
	assert.equal(spf.value, 'v=spf1 include:sendgrid.net ~all');
});

test('a mail is signed by the key that was made, and the record that is told proves it', async (t) => {
	const dns = await startDnsServer(t);
	const smtp = await startSmtpServer(t);
	const server = await startHostedServer({ dnsServer: dns.address, settings: { SMTP_URL: smtp.url } });
	t.after(() => server.stop());
	const agent = createAgent(server.origin, server.agentToken);
	const body = { sender: 'Kiln <chat@kiln.example>', dkim: { selector: 'chat' } };
	assert.equal((await agent.call('mail', { method: 'PATCH', body })).status, 200);
	const find = async () => {
		const { records } = (await agent.call<{ records: MailRecord[] }>('mail/records')).body;
		return records.find(({ kind }) => kind === 'dkim') ?? assert.fail();
	};
	const record = await find();
	assert.equal(record.state, 'missing');
	dns.txt.set(record.name, [record.value]);
	assert.equal((await find()).state, 'found');

	await agent.call('mail/test', { body: { locale: 'de' } });
	const raw = smtp.mails[0]?.raw ?? '';
	assert.deepEqual(verifyDkim(raw, record.value), { name: 'chat._domainkey.kiln.example', isValid: true });
	assert.equal(verifyDkim(raw.replace('Kiln', 'Evil'), record.value).isValid, false);
	assert.equal(verifyDkim(`${raw}more`, record.value).isValid, false);

	const { dataDir } = server;
	const shown = await runAdmin({ dataDir, settings: { SMTP_URL: 'smtp://smtp.gmail.com' } }, 'show-mail-records');
	assert.equal(shown.code, 0, shown.text);
	assert.match(shown.text, /^SPF .*\nkiln\.example TXT "v=spf1 include:_spf\.google\.com ~all"$/m);
	assert.ok(shown.text.includes(`${record.name} TXT "${record.value}"`));
	assert.match(shown.text, /^_dmarc\.kiln\.example TXT "v=DMARC1; p=none; rua=mailto:chat@kiln\.example"$/m);
});
