/** The same visitor on another device (docs/wire.md): codes by mail, and what they show to whom. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { ListedConversation } from '#protocol/entities/entities.ts';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createVisitor, type Visitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { decodeWords, parseMail, valueOf } from '../mail/mailParsed.ts';
import { startSmtpServer, type TestSmtpServer } from '../mail/mailSmtpServer.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';

const WRONG = { error: 'Code is wrong', code: 'EMAIL_CODE_WRONG' };
const OVER = { error: 'Code has expired: ask for another one', code: 'EMAIL_CODE_OVER' };
const CLOSED = { error: 'Codes by email are not offered here', code: 'EMAIL_CODE_CLOSED' };

export function describeEmailCode(database: string, prepare: Prepare): void {
	describe(`codes by mail on ${database}`, () => {
		const ends: (() => unknown)[] = [];
		let smtp: TestSmtpServer;
		let setup: ConversationServer;
		before(async () => {
			smtp = await startSmtpServer({ after: (end) => void ends.push(end) });
			setup = await startConversationServer(prepare, {
				pace: 0.01,
				settings: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://chat.example', MAIL_PAUSE: '3600' },
			});
		});
		after(async () => {
			await setup.stop();
			for (const end of ends) await end();
		});

		let count = 0;
		/** An address that no other test has. */
		const newAddress = () => `jo${++count}@shop.example`;
		const visit = (authToken?: string) => createVisitor(setup.server.origin, authToken);
		const ask = (visitor: Visitor, email: string, locale = 'en') =>
			visitor.call(`contact/email_code?locale=${locale}`, { body: { email } });
		const confirm = (visitor: Visitor, code: string) =>
			visitor.call<{ widget_auth_token: string }>('contact/email_code/confirm', { body: { code } });
		const tell = (visitor: Visitor, facts: object) => visitor.call('contact', { method: 'PATCH', body: facts });

		const mailsTo = (email: string) => smtp.mails.filter(({ recipients }) => recipients.includes(email.toLowerCase()));
		/** Asks for a code, and reads it in the mail. */
		async function receive(t: TestContext, visitor: Visitor, email: string, locale?: string) {
			const had = mailsTo(email).length;
			assert.equal((await ask(visitor, email, locale)).status, 204);
			await t.waitFor(() => assert.equal(mailsTo(email).length, had + 1), PATIENTLY);
			const { headers, parts } = parseMail(mailsTo(email).at(-1)?.raw ?? '');
			const text = parts['text/plain'] ?? '';
			const code = /^\d{6}$/m.exec(text)?.[0] ?? assert.fail(text);
			assert.match(parts['text/html'] ?? '', new RegExp(code));
			const subject = decodeWords(valueOf(headers, 'subject'));
			assert.doesNotMatch(subject, /\d{6}/);
			return { code, text, subject };
		}
		/** Proves the mailbox; resolves with the visitor by their new token. */
		async function prove(t: TestContext, visitor: Visitor, email: string): Promise<Visitor> {
			const { code } = await receive(t, visitor, email);
			const { status, body } = await confirm(visitor, code);
			assert.equal(status, 200, JSON.stringify(body));
			return visit(body.widget_auth_token);
		}
		const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
		/** A device whose visitor has given the address and written. */
		async function claim(email: string, facts: object = {}) {
			const visitor = await visit();
			await tell(visitor, { email, ...facts });
			return { visitor, displayId: await beginConversation(visitor) };
		}
		const history = async (visitor: Visitor) =>
			(await visitor.call<{ payload: ListedConversation[] }>('conversations/history')).body.payload.map(({ id }) => id);
		const contactOf = async (displayId: number) => {
			const conversation = await setup.agent.conversation(displayId);
			const { id } = conversation.meta.sender as { id: number };
			return (await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`)).body.payload;
		};
		const key = async () =>
			String((await setup.query("select hmac_token from web_widgets where website_token = 'demo'"))[0]?.['hmac_token']);
		const setUser = async (visitor: Visitor, identifier: string, facts: object = {}) =>
			visitor.call<{ widget_auth_token?: string }>('contact/set_user', {
				method: 'PATCH',
				body: {
					identifier,
					identifier_hash: createHmac('sha256', await key())
						.update(identifier)
						.digest('hex'),
					...facts,
				},
			});

		test('the code shows on another device what was written under the address, in the language of the chat', async (t) => {
			const email = newAddress();
			const { displayId } = await claim(email, { name: 'Jo' });
			const phone = await visit();
			const { code, subject, text } = await receive(t, phone, email.toUpperCase(), 'de');
			assert.match(subject, /Code/);
			assert.doesNotMatch(text, /Enter this code/);
			const { body } = await confirm(phone, code);
			const known = await visit(body.widget_auth_token);
			assert.deepEqual(await history(known), [displayId]);
			assert.deepEqual(
				(await known.messages(`conversation_id=${displayId}`)).map(({ content }) => content),
				['Hello'],
			);
			// The team has one contact of it.
			const second = await beginConversation(known);
			assert.equal((await contactOf(second)).id, (await contactOf(displayId)).id);
			assert.equal((await contactOf(second)).name, 'Jo');
		});

		test('what an anonymous visitor has written stays with them, and the former token is void', async (t) => {
			const email = newAddress();
			const { displayId } = await claim(email);
			const phone = await visit();
			const own = await beginConversation(phone);
			const known = await prove(t, phone, email);
			assert.deepEqual(await history(known), [own, displayId]);
			assert.equal((await known.conversation()).id, own);
			assert.equal((await phone.call('conversations')).status, 404);
		});

		test('what somebody else has written under the address is not continued, also where several conversations are', async (t) => {
			await setup.changeChannel({ widget: { allow_multiple_conversations: true } });
			t.after(() => setup.changeChannel({ widget: { allow_multiple_conversations: null } }));
			const email = newAddress();
			const { displayId } = await claim(email);
			const own = await beginConversation(await visit());
			const owner = await prove(t, await visit(), email);
			await setup.agent.write(displayId, 'Which size?');
			const listed = (await owner.call<{ payload: ListedConversation[] }>('conversations/history')).body.payload;
			assert.deepEqual(
				listed.map(({ id, unread_count }) => [id, unread_count]),
				[[displayId, undefined]],
			);
			for (const id of [displayId, own]) {
				const body = { message: { content: 'Large' } };
				assert.equal((await owner.call(`messages?conversation_id=${id}`, { body })).status, 404);
			}
			assert.equal((await owner.call(`messages?conversation_id=${displayId}`)).status, 200);
		});

		test('two devices with a code share their conversation, and are told of it at once', async (t) => {
			const email = newAddress();
			const laptop = await prove(t, (await claim(email)).visitor, email);
			const phone = await prove(t, await visit(), email);
			const displayId = (await laptop.conversation()).id ?? assert.fail();
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: laptop.pubsubToken });
			t.after(() => listener.close());
			assert.equal((await phone.write('From the phone')).conversation_id, displayId);
			await listener.next('message.created', ({ content }) => content === 'From the phone');
			await setup.agent.write(displayId, 'Good morning');
			await listener.next('message.created', ({ content }) => content === 'Good morning');
		});

		test('who only claims the address sees nothing of its owner, changes nothing and deletes nothing', async (t) => {
			const email = newAddress();
			const { visitor: stranger, displayId } = await claim(email, { name: 'Mallory', phone_number: '+15550100001' });
			const owner = await prove(t, await visit(), email);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: stranger.pubsubToken });
			t.after(() => listener.close());
			const secret = await beginConversation(owner);
			assert.notEqual(secret, displayId);
			await setup.agent.write(secret, 'Your order is 4711');
			await tell(owner, { name: 'Jo Meyer', phone_number: '+4930123456' });

			assert.deepEqual(await history(stranger), [displayId]);
			assert.equal((await stranger.conversation()).id, displayId);
			assert.equal((await stranger.call(`messages?conversation_id=${secret}`)).status, 404);
			const config = await stranger.call<{ contact: object }>('config', { method: 'POST' });
			assert.doesNotMatch(JSON.stringify(config.body.contact), /Jo Meyer|4930123456/);
			await stranger.write('Anything new?');
			await setup.agent.write(displayId, 'No');
			await listener.next('message.created', ({ content }) => content === 'No');
			assert.doesNotMatch(JSON.stringify(listener.received), /4711|Jo Meyer/);

			await tell(stranger, { name: 'Mallory again', email: 'mallory@shop.example' });
			assert.deepEqual([(await contactOf(secret)).name, (await contactOf(secret)).email], ['Jo Meyer', email]);
			await setUser(stranger, `user-of-${email}`);
			assert.equal((await contactOf(secret)).identifier, null);
			await stranger.call('contact', { method: 'DELETE' });
			assert.equal((await owner.conversation()).id, secret);
			assert.deepEqual(await history(owner), [secret]);
		});

		test('an address that is claimed later shares nothing either', async (t) => {
			const email = newAddress();
			const owner = await prove(t, await visit(), email);
			const secret = await beginConversation(owner);
			const { visitor: stranger, displayId } = await claim(email);
			assert.deepEqual(await history(stranger), [displayId]);
			assert.deepEqual(await history(owner), [secret]);
			// Nor does a user of the site become the contact by it.
			const user = await visit();
			await setUser(user, `user-${email}`, { email });
			assert.deepEqual(await history(user), []);
			assert.notEqual((await contactOf(secret)).identifier, `user-${email}`);
		});

		test('what the site knows of its users is shown to no code', async (t) => {
			const email = newAddress();
			const user = await visit();
			await setUser(user, `customer-${email}`, { email });
			const displayId = await beginConversation(user);
			const phone = await prove(t, await visit(), email);
			assert.deepEqual(await history(phone), []);
			assert.equal((await phone.call(`messages?conversation_id=${displayId}`)).status, 404);
			for (const answer of [await ask(user, email), await confirm(user, '123456')])
				assert.deepEqual([answer.status, answer.body], [403, CLOSED]);
		});

		test('asking is answered in the same way whether or not a contact has the address', async (t) => {
			const email = newAddress();
			await claim(email);
			const phone = await visit();
			const [known, unknown] = [await ask(phone, email), await ask(phone, newAddress())];
			assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
			const stranger = await prove(t, await visit(), newAddress());
			assert.deepEqual(await history(stranger), []);
			const bad = await ask(phone, 'no address');
			assert.equal(bad.status, 422);
		});

		test('a code can be tried five times', async (t) => {
			const email = newAddress();
			const phone = await visit();
			const { code } = await receive(t, phone, email);
			for (let tried = 1; tried < 5; tried++) {
				const { status, body } = await confirm(phone, wrongOf(code));
				assert.deepEqual([status, body], [422, WRONG]);
			}
			assert.deepEqual((await confirm(phone, wrongOf(code))).body, OVER);
			assert.deepEqual((await confirm(phone, code)).body, OVER);
			assert.equal((await confirm(phone, (await receive(t, phone, email)).code)).status, 200);
		});

		test('a code is good for ten minutes, once, and void as soon as there is another', async (t) => {
			const email = newAddress();
			const phone = await visit();
			const first = await receive(t, phone, email);
			const second = await receive(t, phone, email);
			if (first.code !== second.code) assert.deepEqual((await confirm(phone, first.code)).body, WRONG);
			await setup.query(`update email_codes set expires_at = ${Date.now() + 9 * 60_000} where email = '${email}'`);
			const { body } = await confirm(phone, second.code);
			const known = await visit(body.widget_auth_token);
			assert.deepEqual((await confirm(known, second.code)).body, OVER);
			const third = await receive(t, known, email);
			const [row] = await setup.query(`select expires_at, code_hash from email_codes where email = '${email}'`);
			const left = Number(row?.['expires_at']) - Date.now();
			assert.ok(left > 590_000 && left <= 600_000, String(left));
			assert.doesNotMatch(String(row?.['code_hash']), new RegExp(third.code));
			await setup.query(`update email_codes set expires_at = ${Date.now() - 1} where email = '${email}'`);
			assert.deepEqual((await confirm(known, third.code)).body, OVER);
		});

		test('a code is good for the session alone that has asked for it', async (t) => {
			const email = newAddress();
			const { code } = await receive(t, await visit(), email);
			const other = await visit();
			assert.deepEqual((await confirm(other, code)).body, OVER);
			assert.equal((await ask(other, newAddress())).status, 204);
			assert.deepEqual((await confirm(other, code)).body, WRONG);
		});

		test('of several who confirm one code at the same moment one succeeds', async (t) => {
			const email = newAddress();
			const phone = await visit();
			const { code } = await receive(t, phone, email);
			const answers = await Promise.all([confirm(phone, code), confirm(phone, code), confirm(phone, code)]);
			const statuses = answers.map(({ status }) => status);
			assert.equal(statuses.filter((status) => status === 200).length, 1);
			// The session has another name by then.
			assert.ok(
				statuses.every((status) => [200, 404, 422].includes(status)),
				String(statuses),
			);
		});

		test('a code is read with full-width and Arabic digits, and with spaces', async (t) => {
			const email = newAddress();
			let phone = await visit();
			for (const [zero, gap] of [
				['０', ''],
				['٠', '\u200f'],
				['0', ' '],
			] as const) {
				const { code } = await receive(t, phone, email);
				const typed = code.split('').map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
				const { status, body } = await confirm(phone, ` ${typed.slice(0, 3).join('')}${gap}${typed.slice(3).join('')}`);
				assert.equal(status, 200);
				phone = await visit(body.widget_auth_token);
			}
		});

		test('an international domain is the same in letters and in ASCII', async (t) => {
			const { displayId } = await claim(`jo@xn--mnchen-3ya.example`);
			const phone = await visit();
			assert.equal((await ask(phone, 'Jo@München.example')).status, 204);
			await t.waitFor(() => assert.ok(smtp.mails.some(({ raw }) => raw.includes('xn--mnchen-3ya'))), PATIENTLY);
			const { raw } = smtp.mails.findLast((mail) => mail.raw.includes('xn--mnchen-3ya')) ?? assert.fail();
			const code = /^\d{6}$/m.exec(parseMail(raw).parts['text/plain'] ?? '')?.[0] ?? assert.fail();
			const { body } = await confirm(phone, code);
			assert.deepEqual(await history(await visit(body.widget_auth_token)), [displayId]);
		});

		test('who proves two mailboxes on one device mixes them nowhere', async (t) => {
			const [first, second] = [newAddress(), newAddress()];
			const one = await prove(t, await visit(), first);
			const ofFirst = await beginConversation(one);
			const { displayId: ofSecond } = await claim(second);
			const two = await prove(t, one, second);
			assert.deepEqual(await history(two), [ofSecond]);
			assert.deepEqual(await history(one), [ofFirst]);
			assert.notEqual((await contactOf(ofFirst)).id, (await contactOf(ofSecond)).id);
			// Nor does the second mailbox reach the first one's contact, which only claims it.
			await tell(one, { email: second });
			const phone = await prove(t, await visit(), second);
			assert.deepEqual(await history(phone), [ofSecond]);
			assert.deepEqual(await history(one), [ofFirst]);
		});

		test('a blocked contact neither gets a code nor blocks the owner of its address', async (t) => {
			const email = newAddress();
			const { visitor: blocked, displayId } = await claim(email);
			const { id } = await contactOf(displayId);
			await setup.agent.call(`contacts/${id}`, { method: 'PATCH', body: { blocked: true } });
			assert.equal((await ask(blocked, email)).status, 204);
			const owner = await prove(t, await visit(), email);
			assert.equal(mailsTo(email).length, 1);
			assert.deepEqual(await history(owner), []);
			assert.equal((await contactOf(await beginConversation(owner))).blocked, false);
		});

		test('several contacts with one address become one', async (t) => {
			const email = newAddress();
			const claims = [await claim(email), await claim(email), await claim(email)];
			const owner = await prove(t, await visit(), email);
			assert.deepEqual(await history(owner), claims.map(({ displayId }) => displayId).toReversed());
			const ids = await Promise.all(claims.map(async ({ displayId }) => (await contactOf(displayId)).id));
			assert.equal(new Set(ids).size, 1);
			await setup.agent.call(`contacts/${ids[0]}`, { method: 'DELETE' });
			assert.equal((await owner.call('conversations')).status, 404);
		});

		test('a website can switch it off, and its page says whether it is on', async (t) => {
			const shown = async () =>
				/"emailCode":true/.test(await (await fetch(`${setup.server.origin}/widget?website_token=demo`)).text());
			assert.equal(await shown(), true);
			await setup.changeChannel({ widget: { email_code_enabled: false } });
			t.after(() => setup.changeChannel({ widget: { email_code_enabled: true } }));
			assert.equal(await shown(), false);
			const phone = await visit();
			assert.deepEqual((await ask(phone, newAddress())).body, CLOSED);
			assert.deepEqual((await confirm(phone, '123456')).body, CLOSED);
		});

		test('codes to one mailbox, and wrong ones for it, are limited', async (t) => {
			const email = newAddress();
			const devices = await Promise.all(Array.from({ length: 5 }, () => visit()));
			const codes: string[] = [];
			for (const device of devices.slice(0, 4)) codes.push((await receive(t, device, email)).code);
			const last = devices[4] ?? assert.fail();
			// A name behind a plus leads to the same mailbox.
			assert.equal((await ask(last, email.replace('@', '+x@'))).status, 429);
			assert.equal((await ask(last, newAddress())).status, 204);
			for (const [at, code] of codes.entries())
				for (let tried = 0; tried < 5; tried++) await confirm(devices[at] ?? assert.fail(), wrongOf(code));
			const store = await openStore(setup.where);
			t.after(() => store.close());
			const session = await store.sessions.findByPubsubToken(last.pubsubToken);
			await setup.query(
				`update email_codes set email = '${email}' where contact_inbox_id = ${session?.id ?? assert.fail()}`,
			);
			assert.equal((await confirm(last, '000000')).status, 429);
		});

		test('the link in a mailed answer asks for a code where the conversation is of a proven mailbox', async (t) => {
			const email = newAddress();
			const owner = await prove(t, await visit(), email);
			const displayId = await beginConversation(owner);
			await setup.agent.write(displayId, 'Good morning');
			await setup.query(`update answer_mails set waiting_since = waiting_since - 7200000`);
			await t.waitFor(() => assert.equal(mailsTo(email).length, 2), PATIENTLY);
			const text = parseMail(mailsTo(email)[1]?.raw ?? '').parts['text/plain'] ?? '';
			assert.match(text, /once you enter a code/);
			assert.doesNotMatch(text, /without a password/);
			const path = new URL(/https:\S+continue\S+/.exec(text)?.[0] ?? assert.fail(text)).pathname;
			const leads = await call(setup.server.origin, path);
			assert.match(leads.headers.get('location') ?? '', new RegExp(`#/\\?email=${encodeURIComponent(email)}$`));
			const page = await call<string>(setup.server.origin, `${path}?user=apart`);
			assert.match(page.body, /"session":null/);
			assert.doesNotMatch(page.body, new RegExp(owner.authToken));
		});
	});
}
