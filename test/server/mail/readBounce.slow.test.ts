/** Bounces that arrive as mails: which of them are believed, and that what they say is noted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { readBounce } from '../../../src/server/mail/readBounce.ts';
import { runAdmin } from '../../support/runAdmin.ts';
import { SECRET_KEY } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { beginConversation, createVisitor } from '../api.ts';
import { eximBounce, exchangeBounce, gmailBounce, postfixBounce, sendmailBounce, type About } from './bounceSamples.ts';
import { startConversationServer, type ConversationServer } from '../conversationServer.ts';
import { parseMail, valueOf } from './mailParsed.ts';
import { startSmtpServer, type TestSmtpServer } from './mailSmtpServer.ts';
import { createSqlite } from '../sqlite.ts';

const SERVERS: Record<string, (about: About) => string> = {
	Postfix: postfixBounce,
	Exim: eximBounce,
	Exchange: exchangeBounce,
	Gmail: gmailBounce,
	Sendmail: sendmailBounce,
};
/** As long as a signed one. */
const TOKEN = `eyJ.${'payload-'.repeat(20)}.signature`;
const ABOUT: About = {
	address: 'ada@shop.example',
	original: `X-Live-Chat-Bounce: ${TOKEN}\r\nSubject: Hi\r\n\r\nHello`,
};

const FOREIGN = /about no mail that this server has sent/;

const read = (mail: string) => readBounce(Buffer.from(mail));

describe('a bounce that is read', () => {
	for (const [name, bounceOf] of Object.entries(SERVERS)) {
		test(`is one of ${name}`, async () => {
			const { token, recipients } = (await read(bounceOf(ABOUT))) ?? assert.fail();
			assert.equal(token, TOKEN);
			assert.deepEqual(
				recipients.map(({ address, isUnknown }) => [address.toLowerCase(), isUnknown]),
				[['ada@shop.example', true]],
			);
		});
	}

	test('says that there is no such recipient, or something else', async () => {
		for (const [report, isUnknown, what] of [
			[{ action: 'failed', status: '5.1.1', answer: '550 5.1.1 No such user' }, true, 'failed 5.1.1'],
			[{ action: 'Failed', status: '5.1.2 (bad domain)', answer: '' }, true, 'failed 5.1.2'],
			[{ action: 'failed', status: '5.2.1', answer: '550 Disabled' }, true, 'failed 5.2.1'],
			[{ action: 'delayed', status: '4.4.1', answer: '' }, false, 'delayed 4.4.1'],
			[{ action: 'delayed', status: '5.1.1', answer: '550 5.1.1 No such user' }, false, 'delayed 5.1.1'],
			[{ action: 'relayed', status: '2.1.9', answer: '' }, false, 'relayed 2.1.9'],
			[{ action: 'failed', status: '4.4.7', answer: '' }, false, 'failed 4.4.7'],
			[{ action: 'failed', status: '5.2.2', answer: '552 5.2.2 Full' }, false, 'failed 5.2.2'],
			[{ action: 'failed', status: '5.1.8', answer: '' }, false, 'failed 5.1.8'],
			[{ action: 'failed', status: '5.7.1', answer: '550 5.1.1 Spam' }, false, 'failed 5.7.1'],
			[{ action: 'failed', status: '5.1.1.1', answer: '' }, true, 'failed 5.1.1'],
			[{ action: 'failed', status: '5.1.100', answer: '' }, false, 'failed 5.1.100'],
			[{ action: '', status: '', answer: '' }, false, ''],
		] as const)
			assert.deepEqual((await read(postfixBounce(ABOUT, report)))?.recipients, [
				{ address: 'ada@shop.example', what, isUnknown },
			]);
		const ofExim = async (answer: string) =>
			(await read(eximBounce(ABOUT, { action: 'failed', answer })))?.recipients[0]?.isUnknown;
		assert.equal(await ofExim('550 No such user'), false);
		assert.equal(await ofExim('550 5.7.1 Blocked'), false);
		assert.equal(await ofExim('550-5.1.1 No\n such user'), true);
	});

	test('may be broken anywhere', async () => {
		const mail = postfixBounce(ABOUT);
		let bounces = 0;
		for (let end = 0; end < mail.length; end += 7) {
			const bounce = await read(mail.slice(0, end));
			if (bounce) bounces += 1;
			assert.ok(end < mail.indexOf('X-Live-Chat') || bounce, `cut at ${end}`);
		}
		assert.ok(bounces > 0);
		assert.equal((await read(mail.replaceAll('--4cGb', '--5cGb')))?.token, undefined);
		const nested = Array.from(
			{ length: 200 },
			(_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
		);
		assert.equal(await read(nested.join('')), undefined);
		assert.equal(await read(`Subject: ${'a'.repeat(500_000)}\n\n`), undefined);
		const many = mail.replace(/(Final-Recipient[^]*?)\r\n\r\n/, '$1\r\n\r\n'.repeat(1_000));
		assert.ok(((await read(many))?.recipients.length ?? Infinity) <= 20);
	});
});

describe('npm run admin -- read-bounce', () => {
	let smtp: TestSmtpServer;
	let stage: ConversationServer;
	const ends: (() => Promise<void>)[] = [];
	let count = 0;

	before(async () => {
		smtp = await startSmtpServer({ after: (end) => void ends.push(end) });
		stage = await startConversationServer(createSqlite, {
			settings: {
				SMTP_URL: smtp.url,
				PUBLIC_URL: 'https://chat.example',
				MAIL_FROM: 'Kiln <chat@kiln.example>',
				MAIL_BOUNCES_TO: 'bounces@kiln.example',
				MAIL_PAUSE: '1',
			},
		});
		await stage.query(`update account_users set notification_settings = '{"email":[]}'`);
	});
	after(async () => {
		await stage.stop();
		for (const end of ends) await end();
	});

	const leave = async () => {
		const visitor = await createVisitor(stage.server.origin);
		const address = `visitor-${++count}@shop.example`;
		await visitor.call('contact', { method: 'PATCH', body: { email: address, name: 'Ada' } });
		return { visitor, address, displayId: await beginConversation(visitor) };
	};
	const mailTo = (address: string) =>
		until(`a mail to ${address}`, () => smtp.mails.find(({ recipients }) => recipients.includes(address)));
	/** A visitor to whom an answer was mailed, with what a bounce of it is about. */
	const mailOne = async () => {
		const left = await leave();
		await stage.agent.write(left.displayId, 'Good morning');
		const { raw, sender } = await mailTo(left.address);
		assert.equal(sender, 'bounces@kiln.example');
		return { ...left, original: raw, token: valueOf(parseMail(raw).headers, 'x-live-chat-bounce') };
	};
	const refusalOf = async ({ visitor }: Pick<Awaited<ReturnType<typeof leave>>, 'visitor'>) =>
		(await stage.agent.call<{ payload: TeamContact }>(`contacts/${visitor.contactId}`)).body.payload.email_refusal;
	const pipe = (input: string, settings: Record<string, string> = {}) =>
		runAdmin({ dataDir: stage.server.dataDir, settings, input }, 'read-bounce');
	const ignores = async (input: string, why: RegExp, settings: Record<string, string> = {}) => {
		const { code, text } = await pipe(input, settings);
		assert.match(text, /^Nothing is noted: .*\.\n$/);
		assert.match(text, why);
		assert.equal(code, 0);
	};

	for (const bounceOf of [postfixBounce, exchangeBounce]) {
		test(`notes at the contact what a ${bounceOf.name} reports`, async () => {
			const [gone, other] = await Promise.all([mailOne(), mailOne()]);
			assert.deepEqual(await pipe(bounceOf(gone)), {
				code: 0,
				text: (await read(bounceOf(gone)))?.recipients
					.map(({ what }) => `Noted at the contact: no mail arrives at ${gone.address} (${what}).\n`)
					.join(''),
			});
			assert.equal(await refusalOf(gone), 'undeliverable');
			assert.equal(await refusalOf(other), undefined);
		});
	}

	test('notes the bounce of a transcript, and of a mail that a former key has signed', async () => {
		const asked = await leave();
		assert.equal((await asked.visitor.call('conversations/transcript', { method: 'POST' })).status, 200);
		const original = (await mailTo(asked.address)).raw;
		const key = 'k'.repeat(32);
		const bounce = postfixBounce({ ...asked, original });
		await ignores(bounce, FOREIGN, { SECRET_KEY: key });
		assert.equal(await refusalOf(asked), undefined);
		const { text } = await pipe(bounce, { SECRET_KEY: key, SECRET_KEY_PREVIOUS: SECRET_KEY });
		assert.match(text, /^Noted/);
		assert.equal(await refusalOf(asked), 'undeliverable');
	});

	test('believes no bounce but one of a mail to the same address', async () => {
		const [eve, ada] = await Promise.all([mailOne(), mailOne()]);
		const { address } = ada;
		await ignores(postfixBounce({ address, original: ada.original.replace('X-Live-Chat-Bounce', 'X-Other') }), FOREIGN);
		await ignores(
			postfixBounce({ ...eve, address }),
			/went to visitor-\d+@shop\.example, of which the bounce says nothing/,
		);
		await ignores(postfixBounce(ada).replace('message/delivery-status', 'text/plain'), /is no bounce/);
		assert.deepEqual([await refusalOf(ada), await refusalOf(eve)], [undefined, undefined]);
	});

	test('believes no proof that is forged, or was made for something else', async () => {
		const [eve, ada] = await Promise.all([mailOne(), mailOne()]);
		const { address } = ada;
		const proven = (token: string) => postfixBounce({ address, original: `X-Live-Chat-Bounce: ${token}\r\n\r\n` });
		// Eve's, with Ada's address in it.
		const [header, payload = '', signature] = eve.token.split('.');
		const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
		const altered = Buffer.from(JSON.stringify({ ...claims, address })).toString('base64url');
		await ignores(proven(`${header}.${altered}.${signature}`), FOREIGN);
		await ignores(proven(/\/unsubscribe\/([\w.-]+)/.exec(ada.original)?.[1] ?? assert.fail()), FOREIGN);
		assert.deepEqual([await refusalOf(ada), await refusalOf(eve)], [undefined, undefined]);
		assert.match((await pipe(proven(ada.token))).text, /^Noted/);
	});

	test('notes nothing of a mail that is late, or refused for another reason', async () => {
		const one = await mailOne();
		await ignores(
			postfixBounce(one, { action: 'delayed', status: '4.4.1', answer: '' }),
			/there may be an address visitor-\d+@shop\.example \(delayed 4\.4\.1\)/,
		);
		await ignores(postfixBounce(one, { action: 'failed', status: '5.7.1', answer: '550 5.7.1 No' }), /failed 5\.7\.1/);
		assert.equal(await refusalOf(one), undefined);
	});

	test('notes nothing of a mail that is no bounce', async () => {
		const one = await mailOne();
		await ignores(one.original, /is no bounce/);
		await ignores('', /is no bounce/);
		await ignores('\0\xff--\r\n\r\n', /is no bounce/);
		await ignores(postfixBounce(one).replaceAll('multipart/report', 'text/plain'), /is no bounce/);
		assert.equal(await refusalOf(one), undefined);
	});

	test('reads the beginning of a huge mail', async () => {
		const one = await mailOne();
		const long = 'Good morning\r\n'.repeat(250_000);
		const late = postfixBounce(one).replace('This is the mail system', `${long}This is the mail system`);
		await ignores(late, /is no bounce/);
		assert.equal(await refusalOf(one), undefined);
		assert.match((await pipe(postfixBounce({ ...one, original: one.original + long }))).text, /^Noted/);
		assert.equal(await refusalOf(one), 'undeliverable');
	});

	test('leaves another address, and a visitor who has unsubscribed, as they are', async () => {
		const [moved, unsubscribed] = await Promise.all([mailOne(), mailOne()]);
		await moved.visitor.call('contact', { method: 'PATCH', body: { email: 'new@shop.example' } });
		await ignores(postfixBounce(moved), /has another address/);
		assert.equal(await refusalOf(moved), undefined);
		const [path] = /\/unsubscribe\/[\w.-]+/.exec(unsubscribed.original) ?? assert.fail();
		await fetch(new URL(path, stage.server.origin), { method: 'POST', body: new URLSearchParams({ press: 'yes' }) });
		await ignores(postfixBounce(unsubscribed), /wants no mail/);
		assert.equal(await refusalOf(unsubscribed), 'unsubscribed');
	});

	test('asks the mail server to try again while the database or the key is away', async () => {
		const one = await mailOne();
		const away = { DATABASE_URL: 'postgres://127.0.0.1:1/away' };
		const { code, text } = await pipe(postfixBounce(one), away);
		assert.match(text, /^The bounce is not read: The database cannot be opened: .*\n$/);
		assert.equal(code, 75);
		await ignores(one.original, /is no bounce/, away);
		const keyless = await pipe(postfixBounce(one), { SECRET_KEY: '' });
		assert.match(keyless.text, /^The bounce is not read: there is no key in /);
		assert.equal(keyless.code, 75);
		assert.equal(await refusalOf(one), undefined);
	});
});
