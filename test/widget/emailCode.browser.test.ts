/** A code by mail, with which a visitor sees here what they wrote on another device. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { hostAtom } from '../../src/widget/features/host/host.ts';
import { authTokenAtom } from '../../src/widget/features/session/session.ts';
import { findNamed, hasText, nextPaint, until } from '../desk/page.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press, write } from '../support/browser/input.ts';
import { ADA } from './ada.ts';
import { Chat, server } from './chat.ts';
import { makeArticle, PORTAL } from './helpCentre.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const ANONYMOUS = { id: 17, has_email: false, has_name: true, has_phone_number: false, identifier: null };
const KNOWN = { authToken: 'known', pubsubToken: 'pubsub' };
const ADDRESS = 'ada@shop.example';
const NOW = Math.floor(Date.now() / 1000);

let chat: Chat;
let contact: object;
let listed: object[];
/** Addresses to which codes were asked for. */
let asked: unknown[];
/** Codes that were tried. */
let tried: unknown[];
/** In place of the next answers. */
let refusal: (() => unknown) | undefined;

beforeEach(() => {
	chat = new Chat();
	contact = ANONYMOUS;
	listed = [];
	asked = [];
	tried = [];
	refusal = undefined;
	server.answer(`POST ${API}/config`, ({ headers }) => ({
		website_channel_config: { auth_token: headers.get('X-Auth-Token') ?? 'new' },
		contact: { pubsub_token: 'pubsub' },
	}));
	server.answer('GET /hc/help/en/articles.json', () => ({ payload: [makeArticle('Glazes', 0)] }));
	server.answer(`GET ${API}/contact`, () => contact);
	server.answer(`GET ${API}/conversations/history`, ({ headers }) => ({
		payload: headers.get('X-Auth-Token') === 'proven' ? listed : [],
	}));
	server.answer(`POST ${API}/contact/email_code`, ({ body }) => {
		asked.push(body['email']);
		return refusal ? refusal() : new Response(null, { status: 204 });
	});
	server.answer(`POST ${API}/contact/email_code/confirm`, ({ body }) => {
		tried.push(body['code']);
		if (refusal) return refusal();
		contact = { ...ANONYMOUS, has_email: true, has_proven_email: true };
		return { ...contact, widget_auth_token: 'proven' };
	});
});
afterEach(() => chat.close());
after(() => server.stop());

test('an address, and the code that comes there, show what was written on another device', async () => {
	listed = [conversation(41, 'Yes, it is')];
	open();
	await press('Have you written to us before?');
	await until(() => document.activeElement === field('email'));
	await axeFindsNothing('main');
	await write(` ${ADDRESS}`);
	await key('Enter');
	await until(() => document.activeElement === field('code'));
	assert.deepEqual(asked, [ADDRESS]);
	// What Firefox answers as innerText has no isolates.
	assert.ok(document.body.textContent.includes(`We have sent a code to \u2068${ADDRESS}\u2069.`));
	assert.ok(isInSight(findNamed('button', 'Send another code')));
	await axeFindsNothing('main');
	await write('123456');
	const row = await until(() => document.querySelector<HTMLElement>('main li button'));
	await until(() => document.activeElement === row);
	assert.match(row.innerText, /Yes, it is/);
	assert.ok(isInSight(row));
	assert.deepEqual(tried, ['123456']);
	assert.equal(chat.store.get(authTokenAtom), 'proven');
	assert.equal(field('code'), null);
	assert.equal(offer(), undefined);
	await axeFindsNothing('main');
});

test('where nothing was written under the address, the visitor is told so', async () => {
	open();
	await askForCode();
	await write('123456');
	await until(() => hasText('There are no earlier conversations with this address.'));
	await until(() => document.activeElement === document.querySelector('main'));
	assert.equal(offer(), undefined);
	await axeFindsNothing('main');
});

test('a code is sent once it is whole: typed, pasted with a space, and in other digits', async () => {
	for (const [typed, expected] of [
		['123 456', '123456'],
		['١٢٣٤٥٦', '123456'],
		['１２３-４５６', '123456'],
	] as const) {
		open();
		await askForCode();
		await fill(codeField(), typed.slice(0, -1));
		assert.deepEqual(tried, []);
		await write(typed.slice(-1));
		await until(() => hasText('There are no earlier conversations'));
		assert.deepEqual(tried.splice(0), [expected]);
		chat.close();
		chat = new Chat();
		contact = ANONYMOUS;
	}
});

test('a code that is not whole is no attempt', async () => {
	open();
	await askForCode();
	await press('Show conversations');
	await until(() => hasText('This code is not right.'));
	assert.equal(document.activeElement, codeField());
	await write('12345');
	await until(() => !hasText('This code is not right.'));
	await key('Enter');
	await until(() => hasText('This code is not right.'));
	assert.deepEqual(tried, []);
});

test('a wrong code stays, says why, and gives way to the next one', async () => {
	const refusals: [() => unknown, string][] = [
		[() => refuse(422, 'EMAIL_CODE_WRONG'), 'This code is not right.'],
		[() => refuse(422, 'EMAIL_CODE_OVER'), 'This code is no longer valid. Ask for another one.'],
		[() => new Response('Retry later', { status: 429 }), 'Too many attempts. Wait a few minutes and try again.'],
		[lose, 'There was an error, please try again'],
	];
	open();
	await askForCode();
	for (const [reason, text] of refusals) {
		refusal = reason;
		await write('654321');
		await until(() => hasText(text));
		assert.equal(codeField().value, '654321');
		assert.equal(document.activeElement, codeField());
		assert.equal(codeField().ariaInvalid ?? codeField().getAttribute('aria-invalid'), 'true');
	}
	await axeFindsNothing('main');
	refusal = undefined;
	await write('123456');
	await until(() => hasText('There are no earlier conversations'));
	assert.deepEqual(tried, [...refusals.map(() => '654321'), '123456']);
});

test('an address that is none is not sent; one that fails stays, and can be sent again', async () => {
	open();
	await press('Have you written to us before?');
	await press('Send code');
	await until(() => hasText('Email Address is required'));
	assert.equal(document.activeElement, field('email'));
	await write('ada@');
	await until(() => hasText('Please enter a valid email address'));
	assert.deepEqual(asked, []);
	await fill(field('email') ?? assert.fail(), ADDRESS);
	const refusals: [() => unknown, string][] = [
		[lose, 'There was an error, please try again'],
		[() => new Response('Retry later', { status: 429 }), 'Too many attempts. Wait a few minutes and try again.'],
		[() => refuse(422, 'EMAIL_INVALID'), 'Please enter a valid email address'],
	];
	for (const [reason, text] of refusals) {
		refusal = reason;
		await press('Send code');
		await until(() => hasText(text));
		assert.equal(field('email')?.value, ADDRESS);
	}
	refusal = undefined;
	await press('Send code');
	await until(() => document.activeElement === field('code'));
	assert.deepEqual(asked, [ADDRESS, ADDRESS, ADDRESS, ADDRESS]);
});

test('another code takes the place of the first, whose digits are gone', async () => {
	open();
	await askForCode();
	await write('123');
	await press('Send another code');
	await until(() => asked.length === 2 && codeField().value === '' && document.activeElement === codeField());
	assert.deepEqual(asked, [ADDRESS, ADDRESS]);
});

test('Cancel leads back by a step, with the address, and then to the offer', async () => {
	open();
	await askForCode();
	await press('Cancel');
	await until(() => document.activeElement === field('email'));
	assert.equal(field('email')?.value, ADDRESS);
	await press('Cancel');
	await until(() => offer() !== undefined && document.activeElement === offer());
	await press('Have you written to us before?');
	await until(() => field('email'));
	assert.equal(field('email')?.value, '');
});

test('who has gone back stays there when the answer comes', async () => {
	const answer = Promise.withResolvers<Response>();
	refusal = () => answer.promise;
	open();
	await press('Have you written to us before?');
	await until(() => document.activeElement === field('email'));
	await write(ADDRESS);
	await key('Enter');
	await until(() => asked.length === 1);
	await press('Cancel');
	await until(offer);
	answer.resolve(new Response(null, { status: 204 }));
	await answer.promise;
	await nextPaint();
	assert.equal(field('code'), null);
	assert.ok(offer());
});

test('Escape closes the panel, and what was typed is there when it opens again', async () => {
	open({}, 'framed');
	chat.tell({ event: 'config-set', isOpen: true });
	await askForCode();
	await write('123');
	await key('Escape');
	await until(() => chat.last('closeWindow'));
	chat.tell({ event: 'toggle-open', isOpen: false });
	await until(() => !chat.store.get(hostAtom).isOpen);
	chat.tell({ event: 'toggle-open', isOpen: true });
	await until(() => chat.store.get(hostAtom).isOpen);
	assert.equal((await until(() => field('code'))).value, '123');
});

test('the link of a mail asks for the code to its address', async () => {
	history.replaceState(null, '', `#/?email=${encodeURIComponent(ADDRESS)}`);
	open();
	await until(() => field('email')?.value === ADDRESS);
	await press('Send code');
	await until(() => field('code'));
	assert.deepEqual(asked, [ADDRESS]);
});

test('it is offered where the website offers it, to visitors without a proof', async () => {
	open({ session: KNOWN });
	await until(offer);
	chat.close();
	open();
	await until(offer);
	assert.equal(server.calls.filter((name) => name === `POST ${API}/config`).length, 0, 'no session is begun for it');
});

const WITHOUT: Readonly<Record<string, () => void>> = {
	'the website does not offer it': () => open({ channel: { ...makePage().channel, portal: PORTAL } }),
	'the visitor has proven the mailbox': () => {
		contact = { ...ANONYMOUS, has_email: true, has_proven_email: true };
		open({ session: KNOWN });
	},
	'the visitor is a user of the site': () => {
		contact = { ...ANONYMOUS, identifier: 'ada' };
		open({ session: KNOWN });
	},
	'visitors may not change their facts': () =>
		open({ globalConfig: { ...makePage().globalConfig, DISABLE_USER_PROFILE_UPDATE: true } }),
};
for (const [reason, begin] of Object.entries(WITHOUT))
	test(`it is not offered where ${reason}`, async () => {
		begin();
		// The articles come with it.
		await until(() => hasText('Glazes'));
		await nextPaint();
		assert.equal(offer(), undefined);
	});

function open(changes: Partial<ReturnType<typeof makePage>> = {}, where: Parameters<Chat['open']>[1] = 'window'): void {
	chat.open({ channel: { ...makePage().channel, portal: PORTAL, emailCode: true }, ...changes }, where);
}

async function askForCode(): Promise<void> {
	await press('Have you written to us before?');
	await until(() => document.activeElement === field('email'));
	await write(ADDRESS);
	await key('Enter');
	await until(() => document.activeElement === field('code'));
}

function offer(): HTMLElement | undefined {
	return findNamed('main button', 'Have you written to us before?');
}

function field(name: string): HTMLInputElement | null {
	return document.querySelector<HTMLInputElement>(`main form [name=${name}]`);
}

function codeField(): HTMLInputElement {
	return field('code') ?? assert.fail('There is no field for the code');
}

/** Whether home shows it without being scrolled. */
function isInSight(element: HTMLElement | undefined): boolean {
	const { top = Number.NaN, bottom = Number.NaN } = element?.getBoundingClientRect() ?? {};
	const home = document.querySelector('main')?.getBoundingClientRect();
	return home !== undefined && top >= home.top && bottom <= home.bottom;
}

function refuse(status: number, code: string): Response {
	return Response.json({ error: 'refused', code }, { status });
}

/** There is no network. */
function lose(): never {
	throw new TypeError('Failed to fetch');
}

function conversation(id: number, content: string): object {
	const message = { id: id * 100, content, message_type: 1, content_type: 'text', content_attributes: {} };
	return {
		id,
		inbox_id: 3,
		contact_last_seen_at: 0,
		status: 'resolved',
		created_at: NOW,
		last_activity_at: NOW,
		last_message: { ...message, created_at: NOW, conversation_id: id, sender: ADA, sender_type: 'User' },
	};
}
