import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Mail } from '../../../src/server/mail/mail.ts';
import { type Mailer } from '../../../src/server/mail/mailer.ts';
import { createMailer } from '../../../src/server/mail/createMailer.ts';
import { readDkimKey } from '../../../src/server/mail/servers/dkimKey.ts';
import { createSmtpMailer } from '../../../src/server/mail/smtpMailer.ts';
import { decodeWords, parseMail, valueOf } from './mailParsed.ts';
import { startSmtpServer } from './mailSmtpServer.ts';
import { verifyDkim } from './verifyDkim.ts';

const FROM = 'Shop support <support@shop.example>';
const mail: Mail = {
	id: '7e57',
	to: { name: 'Ada Lee', address: 'ada@example.org' },
	subject: 'Grüße',
	text: 'Hello\n.\nBye',
	html: '<p>Hello</p>',
};

/** A way to send mail, and what has arrived by it. */
interface Way {
	mailer: Mailer;
	arrived: () => Promise<string[]>;
}

const ways: Record<string, (t: TestContext) => Promise<Way>> = {
	async SMTP(t) {
		const server = await startSmtpServer(t);
		const mailer = createMailer({ smtp: server.url, from: FROM, dataDir: '/nowhere' });
		t.after(() => mailer.close());
		return { mailer, arrived: async () => server.mails.map(({ raw }) => raw) };
	},
	async 'a folder'(t) {
		const dataDir = await temporaryFolder(t);
		const folder = join(dataDir, 'mail');
		return {
			mailer: createMailer({ smtp: undefined, from: FROM, dataDir }),
			arrived: async () =>
				Promise.all((await readdir(folder)).toSorted().map((name) => readFile(join(folder, name), 'utf8'))),
		};
	},
};

for (const [name, begin] of Object.entries(ways)) {
	test(`by ${name}: sends text and HTML as one mail`, async (t) => {
		const { mailer, arrived } = await begin(t);
		await mailer.send(mail);
		const [raw = '', ...others] = await arrived();
		assert.deepEqual(others, []);
		const { headers, parts } = parseMail(raw);
		assert.equal(valueOf(headers, 'from'), FROM);
		assert.equal(valueOf(headers, 'to'), 'Ada Lee <ada@example.org>');
		assert.equal(valueOf(headers, 'subject'), '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
		assert.equal(valueOf(headers, 'auto-submitted'), 'auto-generated');
		assert.match(valueOf(headers, 'message-id'), /^<7e57@shop\.example>$/);
		assert.equal(parts['text/plain']?.trim().replaceAll('\r\n', '\n'), mail.text);
		assert.equal(parts['text/html']?.trim(), mail.html);
	});

	test(`by ${name}: no name or subject can add a header or a recipient`, async (t) => {
		const { mailer, arrived } = await begin(t);
		const evil = 'Hi\r\nBcc: eve@example.org\r\n\r\n<script>\u2028\u0085\0';
		await mailer.send({
			...mail,
			to: { name: `${evil}" <eve@example.org>, `, address: 'ada@example.org' },
			subject: evil,
		});
		const { headers } = parseMail((await arrived())[0] ?? '');
		assert.deepEqual(headers.map(([header]) => header).toSorted(), [
			'auto-submitted',
			'content-type',
			'date',
			'from',
			'message-id',
			'mime-version',
			'subject',
			'to',
		]);
		assert.match(valueOf(headers, 'to'), /<ada@example\.org>$/);
		for (const header of ['subject', 'to']) {
			assert.match(decodeWords(valueOf(headers, header)), /Hi +Bcc: eve@example\.org/);
			assert.doesNotMatch(decodeWords(valueOf(headers, header)), /[\p{Cc}\u2028]/u);
		}
	});

	for (const address of [
		'',
		'ada',
		'ada@example.org, eve@example.org',
		'ada@example.org\r\nBcc: eve@example.org',
		'ada@example.org>\r\nRCPT TO:<eve@example.org',
		'Eve <eve@example.org>',
		'"a b"@example.org',
		'ada@@example.org',
		`${'a'.repeat(250)}@example.org`,
	]) {
		test(`by ${name}: refuses the address ${JSON.stringify(address.slice(0, 50))}`, async (t) => {
			const { mailer } = await begin(t);
			await assert.rejects(mailer.send({ ...mail, to: { name: '', address } }), { code: 'INVALID_ADDRESS' });
		});
	}
}

test('a key signs the mail for its domain', async (t) => {
	const server = await startSmtpServer(t);
	const { privateKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	});
	const file = join(await temporaryFolder(t), 'key.pem');
	await writeFile(file, privateKey);
	const settings = { DKIM_DOMAIN: 'shop.example', DKIM_SELECTOR: 'chat', DKIM_KEY_FILE: file };
	const mailer = createSmtpMailer({ server: server.url, from: FROM, dkim: readDkimKey(settings) });
	await mailer.send(mail);
	const p = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
	assert.deepEqual(verifyDkim(server.mails[0]?.raw ?? '', `v=DKIM1; p=${p}`), {
		name: 'chat._domainkey.shop.example',
		isValid: true,
	});
	assert.throws(() => readDkimKey({ ...settings, DKIM_SELECTOR: undefined }), /need each other/);
	assert.throws(
		() => readDkimKey({ ...settings, DKIM_KEY_FILE: import.meta.filename }),
		/DKIM_KEY_FILE has no private key/,
	);
	assert.equal(readDkimKey({ DKIM_DOMAIN: undefined, DKIM_SELECTOR: undefined, DKIM_KEY_FILE: undefined }), undefined);
});

test('bounces go to the sender, or to the address for them', async (t) => {
	const server = await startSmtpServer(t);
	await createSmtpMailer({ server: server.url, from: FROM }).send(mail);
	await createSmtpMailer({ server: server.url, from: FROM, bouncesTo: 'bounces@shop.example' }).send(mail);
	assert.deepEqual(
		server.mails.map(({ sender, recipients, raw }) => [sender, recipients, valueOf(parseMail(raw).headers, 'from')]),
		[
			['support@shop.example', ['ada@example.org'], FROM],
			['bounces@shop.example', ['ada@example.org'], FROM],
		],
	);
});

test('hands the mail to the one recipient only', async (t) => {
	const server = await startSmtpServer(t);
	const mailer = createSmtpMailer({ server: server.url, from: FROM });
	await mailer.send({ ...mail, to: { name: 'x, eve@example.org', address: 'ada@example.org' } });
	assert.deepEqual(server.mails[0]?.recipients, ['ada@example.org']);
});

test('the error says whether the mail may be sent again', async (t) => {
	const server = await startSmtpServer(t);
	const mailer = createSmtpMailer({ server: server.url, from: FROM });
	for (const [answer, code] of [
		['452 4.2.2 Mailbox full', 'DEFERRED'],
		[451, 'DEFERRED'],
		[421, 'UNAVAILABLE'],
		['550 5.1.1 No such user', 'RECIPIENT_UNKNOWN'],
		['550 5.2.1 Disabled', 'RECIPIENT_UNKNOWN'],
		[550, 'REFUSED'],
		['550 5.7.1 Blocked', 'REFUSED'],
		['553 5.1.8 No such domain of the sender', 'REFUSED'],
		[554, 'REFUSED'],
	] as const) {
		server.refusals.push(answer);
		await assert.rejects(mailer.send(mail), { name: 'Error', code });
	}
	assert.equal(server.attempts(), 9);
	await mailer.send(mail);
	assert.equal(server.mails.length, 1);
});

test('wrong credentials are an error that can be corrected, after which the mail is sent', async (t) => {
	const server = await startSmtpServer(t);
	await createSmtpMailer({ server: server.url.replace('//', '//me:secret@'), from: FROM }).send(mail);
	assert.equal(server.mails.length, 1);
	const wrong = createSmtpMailer({ server: server.url.replace('//', '//me:wrong@'), from: FROM });
	await assert.rejects(wrong.send(mail), { code: 'UNAVAILABLE' });
});

test('the mailer gives up on a server that does not exist', async () => {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	const mailer = createSmtpMailer({ server: `smtp://127.0.0.1:${port}`, from: FROM });
	await assert.rejects(mailer.send(mail), { code: 'UNAVAILABLE' });
});

test('the mailer gives up on a server that does not answer', async (t) => {
	const server = createServer((socket) => t.after(() => socket.destroy()));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.after(() => server.close());
	const { port } = server.address() as AddressInfo;
	const mailer = createSmtpMailer({ server: `smtp://127.0.0.1:${port}?greetingTimeout=50`, from: FROM });
	await assert.rejects(mailer.send(mail), { code: 'UNAVAILABLE' });
});

test('the folder contains complete mails only, in the order in which they were sent', async (t) => {
	const dataDir = await temporaryFolder(t);
	const mailer = createMailer({ smtp: undefined, from: FROM, dataDir });
	await mailer.send({ ...mail, subject: '../../first' });
	await mailer.send({ ...mail, subject: 'second' });
	const names = await readdir(join(dataDir, 'mail'));
	assert.equal(names.length, 2);
	for (const name of names) assert.match(name, /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z-[\w-]{24}\.eml$/);
});

test('a folder that cannot be written to throws a MailError', async (t) => {
	const dataDir = await temporaryFolder(t);
	await writeFile(join(dataDir, 'mail'), 'in the way');
	const mailer = createMailer({ smtp: undefined, from: FROM, dataDir });
	await assert.rejects(mailer.send(mail), { code: 'UNAVAILABLE' });
});

async function temporaryFolder(t: TestContext): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'live-chat-mail-'));
	t.after(() => rm(folder, { recursive: true }));
	return folder;
}
