import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import type { UndeliveredEvent } from '#protocol/application/deliveryRoutes.ts';
import type { MailRecord } from '#protocol/application/mailRoutes.ts';

import { choose, fill, press, type } from '../support/browser/input.ts';
import { ACCOUNT, enterDesk } from './enterDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inMain, until } from './page.ts';
import { makeDelivery, makeMailSetup, PROFILE } from './samples.ts';

const server = startFakeServer();
let setup = makeMailSetup();
let waiting: object[] = [];
let deliveries: UndeliveredEvent[] = [];
let leave = async () => {};
let records: MailRecord[] = [];

before(async () => {
	server.answer(`GET ${ACCOUNT}/mail`, () => setup);
	server.answer(`GET ${ACCOUNT}/mail/records`, () => ({ records }));
	server.answer(`GET ${ACCOUNT}/deliveries`, () => ({ payload: waiting }));
	server.answer(`GET ${ACCOUNT}/deliveries/mail/0`, () => ({ payload: deliveries }));
	server.answer(`GET ${ACCOUNT}/webhooks`, () => ({ payload: { webhooks: [] } }));
	leave = await enterDesk(server);
	await setViewport({ width: 1280, height: 800 });
});
after(() => leave());

/** Opens the page anew. */
async function open(change: Partial<typeof setup> = {}): Promise<void> {
	setup = makeMailSetup(change);
	location.hash = '#/settings/webhooks';
	await until(() => !findNamed('main h2', 'Email'));
	location.hash = '#/settings/mail';
	await until(() => findNamed('main h2', 'Email') && findNamed('main h3', 'Deliveries'));
}

const factOf = (setting: string): string | undefined =>
	[...document.querySelectorAll('main dl > div')]
		.find((fact) => fact.querySelector('dt code')?.textContent === setting)
		?.querySelector('dd')?.textContent;
const alert = () => document.querySelector('main section [role=alert]')?.textContent;
const sendTest = () => press(inMain('Send a test email'));

test('the page says how mail is sent, and by which settings', async () => {
	await open();
	assert.equal(factOf('SMTP_URL'), 'mail.shop.example:587');
	assert.equal(factOf('MAIL_FROM'), 'Shop <shop@shop.example>');
	assert.equal(factOf('DKIM_DOMAIN'), 'shop.example');
	assert.equal(factOf('MAIL_PAUSE'), '120 seconds');
	assert.ok(!hasText('still has to set'));
	await until(() => hasText('Everything was delivered.'));
});

test('where there is no mail server, it says what does not work, what to set, and offers no test', async () => {
	await open({ transport: 'none', host: null, port: null, dkim_domain: null, missing: ['SMTP_URL', 'PUBLIC_URL'] });
	assert.equal(factOf('SMTP_URL'), 'Not set');
	assert.equal(factOf('DKIM_DOMAIN'), 'Not set');
	assert.ok(hasText('This server sends no email'));
	assert.ok(hasText('Whoever runs the server still has to set: PUBLIC_URL'));
	assert.equal(findNamed('main button', 'Send a test email'), undefined);
});

test('what is missing beside the mail server is told with what it causes', async () => {
	await open({ missing: ['MAIL_FROM', 'PUBLIC_URL'] });
	assert.ok(hasText('Only transcripts are emailed'));
	assert.ok(hasText('Other mail servers refuse this sender.'));
});

test('a test says that it was accepted, or what the mail server said against it', async () => {
	await open();
	assert.ok(hasText(`It goes to your own address, ${PROFILE.email}.`));
	const answered = Promise.withResolvers<object>();
	server.answer(`POST ${ACCOUNT}/mail/test`, ({ body }) => {
		assert.deepEqual(body, { locale: 'en' });
		return answered.promise;
	});
	await sendTest();
	await until(() => findNamed('main button', 'Send a test email')?.ariaDisabled === 'true');
	answered.resolve({ outcome: 'refused', fault: 'SENDER_REFUSED', reason: '550 5.7.1 No' });
	await until(() => alert() === 'The mail server refuses this sender.550 5.7.1 No');

	server.answer(`POST ${ACCOUNT}/mail/test`, () => ({ outcome: 'unreachable', fault: 'NOT_CONNECTED', reason: null }));
	await sendTest();
	await until(() => alert() === 'The mail server could not be reached.');

	server.answer(`POST ${ACCOUNT}/mail/test`, () => ({ outcome: 'sent', fault: null, reason: null }));
	await sendTest();
	await until(() => hasText('The mail server has accepted the email.'));
	assert.equal(alert(), '');

	server.answer(`POST ${ACCOUNT}/mail/test`, () => {
		throw 429;
	});
	await sendTest();
	await until(() => alert() === 'Too many attempts. Wait a few minutes and try again.');
});

const SERVER = { host: 'smtp.shop.example', port: 465, security: 'tls', user: 'shop', has_password: true } as const;
/** Both servers have fields of the same names. */
const fieldIn = (server: 'smtp' | 'imap', part: string, name: string) => ({
	name,
	selector: `[name="${server}.${part}"]`,
});
const inputOf = (name: string): HTMLInputElement | undefined =>
	document.querySelector<HTMLInputElement>(`main form [name="${name}"]`) ?? undefined;

test('mail is set up in the form; a password is stored, and sent only where one is typed', async () => {
	await open();
	const sent: unknown[] = [];
	server.answer(`PATCH ${ACCOUNT}/mail`, ({ body }) => {
		sent.push(body);
		setup = makeMailSetup({
			mailbox: null,
			stored: { sender: 'Shop <chat@shop.example>', reply_to: null, smtp: SERVER, imap: null, dkim: null },
		});
		return setup;
	});
	await type({ role: 'textbox', name: 'Sender' }, 'Shop <chat@shop.example>');
	await type(fieldIn('smtp', 'host', 'Server name'), 'smtp.shop.example');
	await type(fieldIn('smtp', 'user', 'User name'), 'shop');
	await type(fieldIn('smtp', 'password', 'Password'), 'secret');
	await press(inMain('Save'));
	await until(() => hasText('Stored. Type only to replace it.'));
	const smtp = { host: 'smtp.shop.example', port: 465, security: 'tls', user: 'shop' };
	assert.deepEqual(sent[0], {
		sender: 'Shop <chat@shop.example>',
		reply_to: null,
		smtp: { ...smtp, password: 'secret' },
		imap: null,
	});
	assert.equal(inputOf('smtp.password')?.value, '');
	await type({ role: 'textbox', name: 'Address for replies' }, 'reply@shop.example');
	await press(inMain('Save'));
	await until(() => sent.length === 2);
	assert.deepEqual(sent[1], { sender: 'Shop <chat@shop.example>', reply_to: 'reply@shop.example', smtp, imap: null });
});

test('what the server refuses is said at its field, and nothing typed is lost', async () => {
	await open({ stored: { sender: null, reply_to: null, smtp: SERVER, imap: null, dkim: null } });
	const refuse = (attribute: string) =>
		server.answer(`PATCH ${ACCOUNT}/mail`, () =>
			Response.json({ message: 'no', attributes: [attribute] }, { status: 422 }),
		);
	await choose(fieldIn('smtp', 'security', 'Encryption'), 'None');
	refuse('smtp.security');
	await press(inMain('Save'));
	await until(
		() =>
			hasText('Without encryption no password is sent.') &&
			document.activeElement?.getAttribute('name') === 'smtp.security',
	);
	await choose(fieldIn('smtp', 'security', 'Encryption'), 'STARTTLS');
	refuse('smtp.password');
	await press(inMain('Save'));
	await until(
		() => hasText('Enter the password of this server and user.') && document.activeElement === inputOf('smtp.password'),
	);
	refuse('imap.private');
	await type(fieldIn('imap', 'host', 'Server name'), 'intern.example');
	await press(inMain('Save'));
	await until(() => hasText('Servers in the server’s own network are not allowed.'));
	assert.equal(inputOf('imap.host')?.value, 'intern.example');

	// A mistyped port is told before the server is asked.
	server.answer(`PATCH ${ACCOUNT}/mail`, () => assert.fail());
	await type(fieldIn('imap', 'port', 'Port'), 'x');
	await press(inMain('Save'));
	await until(
		() => document.activeElement === inputOf('imap.port') && hasText('The server does not accept this value.'),
	);

	server.answer(`PATCH ${ACCOUNT}/mail`, () => setup);
	await fill(fieldIn('imap', 'port', 'Port'), '993');
	await press(inMain('Save'));
	await until(() => hasText('Saved'));
});

const KEY = `v=DKIM1; k=rsa; p=${'MIIB'.repeat(98)}`;
const SPF = { kind: 'spf', name: 'shop.example', type: 'TXT', value: 'v=spf1 a ~all' } as const;
const DKIM = { kind: 'dkim', name: 'chat._domainkey.shop.example', type: 'TXT', value: KEY } as const;
const DMARC = { kind: 'dmarc', name: '_dmarc.shop.example', type: 'TXT', value: 'v=DMARC1; p=none' } as const;
const NOTHING = { found: [], reason: null };
const partOf = (title: string) =>
	[...document.querySelectorAll('main section')].find((part) => part.querySelector('h3')?.textContent === title);
const copyButtonOf = (what: string): Element => {
	const textOf = (id: string) => document.getElementById(id)?.textContent;
	const buttons = [...document.querySelectorAll('main button[aria-describedby]')];
	return (
		buttons.find((button) => button.getAttribute('aria-describedby')?.split(' ').map(textOf).join(' ') === what) ??
		assert.fail()
	);
};
const isSaved = () =>
	[...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === 'Saved');
const statesOf = () =>
	[...(partOf('DNS records')?.querySelectorAll('[role=status][data-state]') ?? [])].map((state) => state.textContent);

test('the records that DNS needs are there to copy, with what DNS has of each, and are asked for again', async () => {
	records = [
		{ ...SPF, ...NOTHING, state: 'different', found: ['v=spf1 mx -all'] },
		{ ...DKIM, ...NOTHING, state: 'missing' },
		{ ...DMARC, ...NOTHING, state: 'unknown', reason: 'ESERVFAIL' },
	];
	await open();
	await until(() => statesOf().length === 3);
	assert.deepEqual(statesOf(), ['Different', 'Missing', 'Not checked']);
	assert.ok(hasText('Change that record instead of adding another one:') && hasText('v=spf1 mx -all'));
	assert.ok(hasText('The DNS of this domain does not answer. Try again later. ESERVFAIL'));

	const copied: string[] = [];
	const writeText = (text: string) => Promise.resolve(void copied.push(text));
	Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
	await press(copyButtonOf('DKIM Name'));
	await press(copyButtonOf('DKIM Value'));
	await until(() => copied.length === 2);
	Reflect.deleteProperty(navigator, 'clipboard');
	assert.deepEqual(copied, [DKIM.name, DKIM.value]);

	records = [SPF, DKIM, DMARC].map((record) => ({ ...record, ...NOTHING, state: 'found' }));
	await press('Check again');
	await until(() => statesOf().join() === 'Found,Found,Found');
	assert.equal(document.activeElement?.textContent, 'Check again');
});

test('without a sender there are no records, and a DNS that cannot be asked says so', async () => {
	await open({ missing: ['MAIL_FROM'] });
	assert.equal(partOf('DNS records'), undefined);
	server.answer(`GET ${ACCOUNT}/mail/records`, () => {
		throw 503;
	});
	await open();
	await until(() => partOf('DNS records')?.textContent.includes('This could not be loaded.'));
	server.answer(`GET ${ACCOUNT}/mail/records`, () => ({ records }));
	await press({ name: 'Try again' });
	await until(() => statesOf().length === records.length);
});

test('a key that signs is switched on and off with the other settings, and is kept while nothing is switched', async () => {
	const dkim = { selector: 'chat' };
	const none = { sender: null, reply_to: null, smtp: null, imap: null, dkim: null };
	await open({ stored: none });
	const sent: { dkim?: unknown }[] = [];
	server.answer(`PATCH ${ACCOUNT}/mail`, ({ body }) => {
		sent.push(body);
		setup = makeMailSetup({ stored: { ...none, ...setup.stored, ...body } });
		return setup;
	});
	const save = async () => {
		const count = sent.length + 1;
		await press(inMain('Save'));
		await until(() => sent.length === count && isSaved());
		return sent.at(-1);
	};
	const label = 'Sign emails with a key of your own (DKIM)';
	await press({ role: 'checkbox', name: label });
	assert.deepEqual((await save())?.dkim, dkim);
	await type({ role: 'textbox', name: 'Address for replies' }, 'reply@shop.example');
	assert.ok(!('dkim' in ((await save()) ?? {})));
	await press({ role: 'checkbox', name: label });
	assert.equal((await save())?.dkim, null);

	await open({ unreadable: ['dkim'], stored: { ...none, dkim: { selector: 'next' } } });
	assert.ok(hasText('The stored key cannot be read any more. Turn this on to create another.'));
	await press({ role: 'checkbox', name: label });
	assert.deepEqual((await save())?.dkim, { selector: 'next' });
	await open({ from_environment: ['dkim'] });
	assert.equal(inputOf('dkim'), undefined);
	assert.ok(hasText('The server’s environment sets DKIM_DOMAIN, which wins.'));
});

test('the folder of the mailbox is chosen, and is the inbox where none is named', async () => {
	const imap = { ...SERVER, host: 'imap.shop.example', port: 993, folder: 'Chat' };
	await open({ stored: { sender: null, reply_to: null, smtp: null, imap, dkim: null } });
	assert.equal(inputOf('imap.folder')?.value, 'Chat');
	const sent: { imap?: { folder?: string } }[] = [];
	server.answer(`PATCH ${ACCOUNT}/mail`, ({ body }) => {
		sent.push(body);
		return setup;
	});
	await fill({ role: 'textbox', name: 'Folder' }, 'Replies/Chat');
	await press(inMain('Save'));
	await until(() => sent.length === 1 && isSaved());
	await fill({ role: 'textbox', name: 'Folder' }, '');
	await press(inMain('Save'));
	await until(() => sent.length === 2 && isSaved());
	assert.deepEqual(
		sent.map((each) => each.imap?.folder),
		['Replies/Chat', 'INBOX'],
	);
});

test('what the environment sets is shown with what wins, and not offered to be changed', async () => {
	await open({ from_environment: ['smtp', 'sender'] });
	assert.ok(hasText('The server’s environment sets SMTP_URL, MAIL_FROM, which wins.'));
	assert.equal(inputOf('sender'), undefined);
	assert.equal(inputOf('smtp.host'), undefined);
	assert.ok(inputOf('imap.host'));
});

test('where a server has several accounts there is no form, and the page says who changes it', async () => {
	await open({ stored: null });
	assert.equal(document.querySelector('main form'), null);
	assert.ok(hasText('Whoever runs the server changes these settings'));
});

test('a password that cannot be read any more is asked for again', async () => {
	await open({ unreadable: ['smtp'], stored: { sender: null, reply_to: null, smtp: SERVER, imap: null, dkim: null } });
	assert.ok(hasText('The stored password cannot be read any more. Enter it again.'));
});

test('the mailbox is checked, and what is wrong is said in words', async () => {
	await open({ mailbox: { host: 'imap.shop.example', port: 993 } });
	const alertOf = () =>
		[...document.querySelectorAll('main section')]
			.find((part) => part.querySelector('h3')?.textContent === 'Mailbox for replies')
			?.querySelector('[role=alert]')?.textContent;
	server.answer(`POST ${ACCOUNT}/mail/check_mailbox`, () => ({
		fault: 'SIGN_IN_REFUSED',
		reason: 'Authentication failed.',
	}));
	await press(inMain('Check the mailbox'));
	await until(() => alertOf() === 'The mail server refuses user name or password.Authentication failed.');
	server.answer(`POST ${ACCOUNT}/mail/check_mailbox`, () => ({ fault: null, reason: null }));
	await press(inMain('Check the mailbox'));
	await until(() => hasText('The mailbox can be read.'));
});

test('what has not arrived is listed by address and kind, and what was given up is sent again', async () => {
	records = [];
	waiting = [
		{ receiver_type: 'webhook', receiver_id: 1, waiting: 7, waiting_since: 1_767_600_000, is_failing: true },
		{ receiver_type: 'mail', receiver_id: 0, waiting: 120, waiting_since: 1_767_600_000, is_failing: true },
	];
	deliveries = [
		makeDelivery({ id: 1, event: 'answers', recipient: 'ann@shop.example' }),
		makeDelivery({ id: 2, event: 'transcript', recipient: 'bo@shop.example', state: 'given_up', failure: '550 No' }),
	];
	await open();
	await until(() => hasText('Waiting: 120, the oldest since'));
	const rows = await until(() => {
		const found = [...document.querySelectorAll('main section li')].map(({ textContent }) => textContent);
		return found.length === 2 && found;
	});
	assert.match(rows[0] ?? '', /^ann@shop\.example.*Unread replies · Waiting/);
	assert.match(rows[1] ?? '', /^bo@shop\.example.*Transcript · Failed.*550 No/);
	server.answer(`POST ${ACCOUNT}/deliveries/2/redeliver`, () => {
		[deliveries, waiting] = [[], []];
		return null;
	});
	await press({ name: 'Send again', within: { role: 'group', name: 'bo@shop.example' } });
	await until(() => hasText('Everything was delivered.') && !hasText('Waiting: 120'));
});
