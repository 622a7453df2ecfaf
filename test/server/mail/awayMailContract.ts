/** Mail that continues a chat (docs/wire.md): who is mailed what, and where its links lead. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, describe, test, type TestContext } from 'node:test';
import { SignJWT } from 'jose';
import type { TeamContact } from '#protocol/application/contactRoutes.ts';
import { HOUR } from '#protocol/base/duration.ts';
import { ensureBuilt } from '../../../src/build/ensureBuilt.ts';
import { createMailLinks, type MailLinks } from '../../../src/server/domain/people/mailLinks.ts';
import { mailMissedReplies } from '../../../src/server/services/mailMissedReplies.ts';
import { createMailReader } from '../../../src/server/services/mailing.ts';
import { createConfigurationReader } from '../../../src/server/store/configuration.ts';
import { openStore } from '../../../src/server/store/store.ts';
import { SECRET_KEY } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createVisitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { createJobServices } from '../operation/jobServices.ts';
import { holdDeliveries } from '../receivers/holdDeliveries.ts';
import { decodeWords, parseMail, valueOf } from './mailParsed.ts';
import { startSmtpServer, type ReceivedMail, type TestSmtpServer } from './mailSmtpServer.ts';

const PUBLIC_URL = 'https://chat.example';

export function describeAwayMail(database: string, prepare: Prepare): void {
	describe(`mail to visitors who have left, on ${database}`, () => {
		interface Place {
			smtp: TestSmtpServer;
			setup: ConversationServer;
		}
		/** What most tests share: what waits there is mailed when the test ends the pause. */
		let shared: Place;
		const ends: (() => Promise<void>)[] = [];
		before(async () => {
			shared = await startPlace({ after: (end) => void ends.push(end) }, { MAIL_PAUSE: '3600' });
		});
		after(async () => {
			for (const end of ends.toReversed()) await end();
		});
		// A test that failed leaves nothing to the next one.
		afterEach(async () => {
			shared.smtp.refusals.length = 0;
			shared.smtp.full.clear();
			await shared.setup.query('update answer_mails set waiting_since = null');
			await shared.setup.query('delete from deliveries where given_up_at is not null');
		});

		async function startPlace(
			t: { after(end: () => Promise<void>): void },
			settings: Record<string, string>,
			hasRateLimits = false,
		): Promise<Place> {
			const smtp = await startSmtpServer(t);
			const setup = await startConversationServer(prepare, {
				hasRateLimits,
				pace: 0.01,
				settings: { SMTP_URL: smtp.url, PUBLIC_URL, MAIL_FROM: 'Kiln <chat@kiln.example>', ...settings },
			});
			t.after(() => setup.stop());
			// The agents, who are not there either, want no mail.
			await setup.query(`update account_users set notification_settings = '{"email":[]}'`);
			return { smtp, setup };
		}

		let count = 0;

		function begin(t: TestContext, { smtp, setup }: Place = shared) {
			const mailsTo = (email: string): ReceivedMail[] =>
				smtp.mails.filter(({ recipients }) => recipients.includes(email));
			// What has waited longest is still mailed first.
			const endPause = () => setup.query(`update answer_mails set waiting_since = waiting_since - ${2 * HOUR}`);
			return {
				...setup,
				smtp,
				endPause,
				/** A visitor with an address of their own, who has written and left. */
				async leaveOne(email = `visitor-${++count}@shop.example`) {
					const visitor = await createVisitor(setup.server.origin);
					if (email) await visitor.call('contact', { method: 'PATCH', body: { email, name: 'Ada' } });
					return { visitor, email, displayId: await beginConversation(visitor) };
				},
				mailsTo,
				/** Ends the pause, and resolves once this address has got as many mails. */
				async mailed(email: string, times = 1) {
					await endPause();
					await t.waitFor(() => assert.equal(mailsTo(email).length, times), PATIENTLY);
				},
				/** Ends the pause, and resolves once all that waited before has been looked at. */
				async passed() {
					const visitor = await createVisitor(setup.server.origin);
					const email = `last-${++count}@shop.example`;
					await visitor.call('contact', { method: 'PATCH', body: { email } });
					await setup.agent.write(await beginConversation(visitor), 'The last one');
					await endPause();
					await t.waitFor(() => assert.ok(mailsTo(email).length > 0), PATIENTLY);
				},
				contact: async (id: number) =>
					(await setup.agent.call<{ payload: TeamContact }>(`contacts/${id}`)).body.payload,
			};
		}

		test('what is unread after the pause goes in one mail, without notes and deleted messages', async (t) => {
			const { agent, leaveOne, mailsTo, passed } = begin(t, await startPlace(t, { MAIL_PAUSE: '2' }));
			const { email, displayId } = await leaveOne();
			await agent.write(displayId, 'Good **morning**');
			await agent.write(displayId, 'A secret', { private: true });
			const wrong = await agent.write(displayId, 'A mistake');
			await agent.call(`conversations/${displayId}/messages/${wrong.id}`, { method: 'DELETE' });
			await agent.write(displayId, 'It has been sent today');
			await t.waitFor(() => assert.equal(mailsTo(email).length, 1), PATIENTLY);
			await passed();
			const [{ raw } = assert.fail(), ...others] = mailsTo(email);
			assert.equal(others.length, 0);
			const { headers, parts } = parseMail(raw);
			assert.match(decodeWords(valueOf(headers, 'subject')), / has replied to you$/);
			assert.match(valueOf(headers, 'to'), /^Ada </);
			assert.equal(valueOf(headers, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
			assert.match(valueOf(headers, 'list-unsubscribe'), /^<https:\/\/chat\.example\/unsubscribe\/[\w.-]+>$/);
			const { 'text/plain': text = '', 'text/html': html = '' } = parts;
			assert.match(text, /Good \*\*morning\*\*[^]*It has been sent today/);
			assert.match(html, /<strong>morning<\/strong>/);
			for (const part of [text, html]) {
				assert.doesNotMatch(part, /secret|mistake/i);
				assert.match(part, /https:\/\/chat\.example\/continue\/[\w.-]+/);
				assert.match(part, /replies to this email are not read/);
			}
			// Only what is new goes into the next one.
			await agent.write(displayId, 'One more thing');
			await t.waitFor(() => assert.equal(mailsTo(email).length, 2), PATIENTLY);
			assert.doesNotMatch(parseMail(mailsTo(email)[1]?.raw ?? '').parts['text/plain'] ?? '', /today/);
		});

		test('nothing is mailed to who has read it, is there, is blocked, or cannot be sure to be the one', async (t) => {
			const { agent, server, leaveOne, passed, smtp, query, endPause, changeChannel } = begin(t);
			const former = smtp.mails.length;
			const reader = await leaveOne();
			const { id } = await agent.write(reader.displayId, 'Read');
			await reader.visitor.call('conversations/update_last_seen', { body: { last_seen_message_id: id } });
			const here = await leaveOne();
			const socket = await connectSocketIo(server.origin, { pubsub_token: here.visitor.pubsubToken });
			await agent.write(here.displayId, 'There');
			const blocked = await leaveOne();
			await agent.write(blocked.displayId, 'Blocked');
			await agent.call(`conversations/${blocked.displayId}/mute`, { method: 'POST' });
			const nobody = await leaveOne('');
			await agent.write(nobody.displayId, 'Nobody');
			// Both claim to be the same user of the site, and the second has given another address.
			const claimed = await leaveOne();
			await claimed.visitor.call('contact/set_user', { method: 'PATCH', body: { identifier: '42' } });
			const other = await createVisitor(server.origin);
			await other.call('contact/set_user', { method: 'PATCH', body: { identifier: '42', email: 'eve@shop.example' } });
			await agent.write(claimed.displayId, 'Claimed');
			await passed();
			assert.equal(smtp.mails.length, former + 1);
			const waiting = await query(
				'select display_id from answer_mails join conversations on id = conversation_id where answer_mails.waiting_since is not null',
			);
			assert.deepEqual(
				waiting.map((row) => Number(row['display_id'])),
				[here.displayId],
			);
			socket.close();
			await changeChannel({ widget: { continuity_via_email: false } });
			t.after(() => changeChannel({ widget: { continuity_via_email: true } }));
			const off = await leaveOne();
			await agent.write(off.displayId, 'Not wanted');
			await endPause();
			await t.waitFor(async () => {
				const [row] = await query(
					`select answer_mails.waiting_since from answer_mails join conversations on id = conversation_id where display_id = ${off.displayId}`,
				);
				assert.equal(row?.['waiting_since'], null);
			}, PATIENTLY);
			assert.equal(smtp.mails.length, former + 1);
		});

		test('what is still being written, or has been written since the mail was, goes into the next one', async (t) => {
			const { agent, leaveOne, mailsTo, mailed, passed } = begin(t);
			const { email, displayId } = await leaveOne();
			await agent.write(displayId, 'Before');
			const { id } = await agent.write(displayId, 'Half a', { content_attributes: { streaming: true } });
			await agent.write(displayId, 'After');
			await mailed(email);
			await passed();
			const textOf = (index: number) => parseMail(mailsTo(email)[index]?.raw ?? '').parts['text/plain'] ?? '';
			assert.equal(mailsTo(email).length, 1);
			assert.match(textOf(0), /Before/);
			assert.doesNotMatch(textOf(0), /Half|After/);
			await agent.call(`conversations/${displayId}/messages/${id}/append`, { body: { content: ' sentence' } });
			await agent.call(`conversations/${displayId}/messages/${id}/finish`, { method: 'POST' });
			await mailed(email, 2);
			assert.match(textOf(1), /Half a sentence[^]*After/);
			assert.doesNotMatch(textOf(1), /Before/);
		});

		test('a mail has the newest that fits: at least the beginning of the last answer, and the link', async (t) => {
			const { agent, leaveOne, mailsTo, mailed } = begin(t);
			const [several, one] = [await leaveOne(), await leaveOne()];
			for (const text of ['First', 'Second', 'Third']) await agent.write(several.displayId, text + '.'.repeat(9_000));
			await agent.write(one.displayId, `Begin${'🔥'.repeat(20_000)}`);
			const textTo = async ({ email }: typeof one) => {
				await mailed(email);
				return parseMail(mailsTo(email)[0]?.raw ?? '').parts['text/plain'] ?? '';
			};
			assert.match(await textTo(several), /Second[^]*Third[^]*\/continue\//);
			assert.doesNotMatch(await textTo(several), /First/);
			// The last one would be half a character.
			assert.ok((await textTo(one)).includes(`Begin${'🔥'.repeat(9_997)}…`));
			assert.match(await textTo(one), /\/continue\//);
		});

		test('a mail that waits for the mail server is dropped once its messages are read', async (t) => {
			const { agent, leaveOne, smtp, endPause, passed, mailsTo, query } = begin(t);
			const { email, displayId, visitor } = await leaveOne();
			smtp.refusals.push(...Array.from({ length: 1_000 }, () => 451));
			const attempts = smtp.attempts();
			const { id } = await agent.write(displayId, 'Good morning');
			await endPause();
			await t.waitFor(() => assert.ok(smtp.attempts() > attempts), PATIENTLY);
			await holdDeliveries(t, shared.setup);
			await visitor.call('conversations/update_last_seen', { body: { last_seen_message_id: id } });
			smtp.refusals.length = 0;
			await query('update delivery_queues set due_at = 1');
			await passed();
			await t.waitFor(async () => assert.deepEqual(await query('select id from deliveries'), []), PATIENTLY);
			assert.equal(mailsTo(email).length, 0);
		});

		test('a deleted message is not mailed by what waits for the mail server; what else is in there is, once', async (t) => {
			const { agent, leaveOne, smtp, endPause, mailed, passed, mailsTo, query } = begin(t);
			const remove = (displayId: number, id: number) =>
				agent.call(`conversations/${displayId}/messages/${id}`, { method: 'DELETE' });
			const [one, alone] = [await leaveOne(), await leaveOne()];
			await agent.write(one.displayId, 'Good morning');
			await mailed(one.email);
			smtp.full.add(one.email);
			smtp.full.add(alone.email);
			const attempts = smtp.attempts();
			const password = await agent.write(one.displayId, 'hunter2');
			await agent.write(one.displayId, 'Your order is ready');
			const only = await agent.write(alone.displayId, 'hunter2');
			await endPause();
			await t.waitFor(() => assert.ok(smtp.attempts() >= attempts + 2), PATIENTLY);
			await holdDeliveries(t, shared.setup);
			await remove(one.displayId, password.id);
			await remove(alone.displayId, only.id);
			assert.deepEqual(await query(`select id from deliveries where payload like '%hunter2%'`), []);
			smtp.full.clear();
			await query('update delivery_queues set due_at = 1');
			await mailed(one.email, 2);
			await passed();
			assert.deepEqual([mailsTo(one.email).length, mailsTo(alone.email).length], [2, 0]);
			const text = parseMail(mailsTo(one.email)[1]?.raw ?? '').parts['text/plain'] ?? '';
			assert.match(text, /Your order is ready/);
			assert.doesNotMatch(text, /hunter2|deleted|Good morning/);
		});

		test('a mail that was given up cannot be delivered again once a message in it is deleted', async (t) => {
			const { agent, leaveOne, smtp, endPause, query } = begin(t);
			const { displayId } = await leaveOne();
			const listGivenUp = () => query('select id from deliveries where given_up_at is not null');
			smtp.refusals.push(550);
			const { id } = await agent.write(displayId, 'hunter2');
			await endPause();
			await t.waitFor(async () => assert.equal((await listGivenUp()).length, 1), PATIENTLY);
			await agent.call(`conversations/${displayId}/messages/${id}`, { method: 'DELETE' });
			assert.deepEqual(await listGivenUp(), []);
		});

		test('a message that is deleted while its mail is written is not mailed', async (t) => {
			const { agent, leaveOne, smtp, server, databaseUrl, query } = begin(t);
			t.after(() => query('delete from delivery_queues').then(() => query('delete from deliveries')));
			const { email, displayId } = await leaveOne();
			smtp.full.add(email);
			const { id } = await agent.write(displayId, 'hunter2');
			const store = await openStore({ dataDir: server.dataDir, databaseUrl });
			t.after(() => store.close());
			const mail = (signContinued: MailLinks['signContinued']) => {
				const mailLinks = { ...createMailLinks([SECRET_KEY]), signContinued };
				const readMail = createMailReader({
					store,
					readConfiguration: createConfigurationReader(store),
					environment: { smtpUrl: smtp.url, from: 'chat@kiln.example', mayBePrivate: false },
					secretKeys: [SECRET_KEY],
					facts: { publicUrl: PUBLIC_URL, isDemo: false, pause: 0 },
				});
				const more = { publicUrl: PUBLIC_URL, mailLinks, readMail };
				return mailMissedReplies(createJobServices(store, server.dataDir, more), {
					since: Date.now(),
					limit: 10,
					onError: (error) => assert.fail(error as Error),
				});
			};
			// The texts have been read when the link is signed.
			await mail(async () => {
				await agent.call(`conversations/${displayId}/messages/${id}`, { method: 'DELETE' });
				return 'token';
			});
			assert.deepEqual(await query('select id from deliveries'), []);
			await agent.write(displayId, 'Good morning');
			await mail(() => Promise.resolve('token'));
			const [{ payload } = assert.fail(), ...others] = await query('select payload from deliveries');
			assert.equal(others.length, 0);
			assert.match(String(payload), /Good morning/);
			assert.doesNotMatch(String(payload), /hunter2/);
		});

		test('what is too much for a mailbox today waits for tomorrow', async (t) => {
			const { agent, leaveOne, smtp, query } = begin(t, await startPlace(t, { MAIL_PAUSE: '1' }, true));
			for (let nth = 1; nth <= 21; nth++) {
				const { displayId } = await leaveOne(`ada+${nth}@shop.example`);
				await agent.write(displayId, 'Good morning');
			}
			await t.waitFor(() => assert.equal(smtp.mails.length, 20), PATIENTLY);
			await t.waitFor(async () => {
				const waiting = await query('select waiting_since from answer_mails where waiting_since is not null');
				assert.equal(waiting.length, 1);
				const hours = (Number(waiting[0]?.['waiting_since']) - Date.now()) / HOUR;
				assert.ok(hours > 23 && hours <= 24, `${hours} hours`);
			}, PATIENTLY);
			assert.equal(smtp.mails.length, 20);
		});

		test('without a mail server nothing waits for one', async (t) => {
			const { agent, leaveOne, query } = begin(t, await startPlace(t, { SMTP_URL: '', MAIL_PAUSE: '1' }));
			const { displayId } = await leaveOne();
			await agent.write(displayId, 'Good morning');
			await t.waitFor(
				async () =>
					assert.deepEqual(
						(await query('select waiting_since from answer_mails')).map((row) => row['waiting_since']),
						[null],
					),
				PATIENTLY,
			);
			assert.equal((await query('select id from deliveries')).length, 0);
		});

		/** A mail, with the paths of its links. */
		async function mailOne(stage: ReturnType<typeof begin>) {
			const left = await stage.leaveOne();
			await stage.agent.write(left.displayId, 'Good morning');
			await stage.mailed(left.email);
			const text = parseMail(stage.mailsTo(left.email)[0]?.raw ?? '').parts['text/plain'] ?? '';
			const pathOf = (name: string) => new RegExp(`https://chat\\.example(/${name}/[\\w.-]+)`).exec(text)?.[1] ?? '';
			return { ...left, continued: pathOf('continue'), unsubscribe: pathOf('unsubscribe') };
		}

		test('the link leads back into the same conversation, for this contact and 30 days', async (t) => {
			ensureBuilt();
			const stage = begin(t);
			const { origin } = stage.server;
			const one = await mailOne(stage);
			const moved = await call<string>(origin, one.continued);
			assert.equal(moved.status, 302);
			const page = await call<string>(origin, moved.headers.get('location') ?? '');
			assert.equal(page.status, 200);
			assert.equal(page.headers.get('cache-control'), 'no-store');
			assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
			assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
			const data = /id="widget-page">([^]*?)<\/script>/.exec(page.body)?.[1] ?? assert.fail();
			const { session } = JSON.parse(data) as { session: { authToken: string } };
			const back = await createVisitor(origin, session.authToken);
			assert.equal(back.contactId, one.visitor.contactId);
			assert.equal((await back.conversation()).id, one.displayId);

			const refused = async (path: string) => assert.equal((await call(origin, path)).status, 404, path);
			const [header, payload = '', signature = ''] = one.continued.split('/').at(-1)?.split('.') ?? [];
			const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, number>;
			const expected = createHmac('sha256', SECRET_KEY).update(`${header}.${payload}`).digest('base64url');
			assert.equal(signature, expected);
			assert.ok(Math.abs((claims['exp'] ?? 0) * 1000 - Date.now() - 30 * 86_400_000) < 60_000);
			const other = await stage.leaveOne();
			const altered = Buffer.from(JSON.stringify({ ...claims, contact: other.visitor.contactId })).toString(
				'base64url',
			);
			await refused(`/continue/${header}.${altered}.${signature}`);
			await refused('/continue/nothing');
			await refused(one.continued.replace('continue', 'unsubscribe'));
			await refused(one.unsubscribe.replace('unsubscribe', 'continue'));
			const signed = (changed: object, expires: number) =>
				new SignJWT({ ...claims, ...changed })
					.setProtectedHeader({ alg: 'HS256' })
					.setExpirationTime(expires)
					.sign(new TextEncoder().encode(SECRET_KEY));
			const soon = Math.floor(Date.now() / 1000) + 60;
			assert.equal((await call(origin, `/continue/${await signed({}, soon)}`)).status, 302);
			await refused(`/continue/${await signed({}, soon - 120)}`);
			await refused(`/continue/${await signed({ contact: other.visitor.contactId }, soon)}`);
			await refused(`/continue/${await signed({ aud: 'other' }, soon)}`);
			const revoking = await mailOne(stage);
			assert.equal((await call(origin, revoking.continued)).status, 302);
			await stage.agent.call(`contacts/${revoking.visitor.contactId}/revoke_sessions`, { method: 'POST' });
			await refused(revoking.continued);
			// Only the site can prove this user again.
			await stage.query('update contact_inboxes set hmac_verified = true, proven_until = 9999999999999');
			await refused(one.continued);
			const [{ website_url } = assert.fail()] = await stage.query(
				'select website_url from web_widgets where inbox_id = 1',
			);
			t.after(() => stage.changeChannel({ widget: { website_url: String(website_url) } }));
			await stage.changeChannel({ widget: { website_url: 'https://shop.example/' } });
			const home = await call(origin, one.continued);
			assert.deepEqual([home.status, home.headers.get('location')], [302, 'https://shop.example/']);
			await stage.query('update contact_inboxes set hmac_verified = false, proven_until = null');
			assert.notEqual((await call(origin, one.continued)).headers.get('location'), 'https://shop.example/');
			// The conversation becomes another contact's.
			const merge = { base_contact_id: other.visitor.contactId, mergee_contact_id: one.visitor.contactId };
			assert.equal((await stage.agent.call('actions/contact_merge', { body: merge })).status, 200);
			await refused(one.continued);
			assert.equal((await call(origin, '/mail-pages.css')).status, 200);
		});

		test('a person unsubscribes by a press on the page, a mail program at once; another address is mailed again', async (t) => {
			const stage = begin(t);
			const { origin } = stage.server;
			const { agent, contact, mailsTo, mailed, passed } = stage;
			const one = await mailOne(stage);
			const refusalOf = async (id: number) => (await contact(id)).email_refusal;
			const page = await call<string>(origin, one.unsubscribe);
			assert.equal(page.status, 200);
			assert.match(page.body, /<form method="post">/);
			assert.equal(await refusalOf(one.visitor.contactId), undefined);
			const form = { 'content-type': 'application/x-www-form-urlencoded' };
			const oneClick = { headers: form, body: 'List-Unsubscribe=One-Click' };
			assert.equal((await call(origin, '/unsubscribe/nothing', oneClick)).status, 404);
			assert.equal((await call(origin, one.unsubscribe, oneClick)).status, 200);
			assert.equal((await call(origin, one.unsubscribe, oneClick)).status, 200);
			assert.equal(await refusalOf(one.visitor.contactId), 'unsubscribed');
			await agent.write(one.displayId, 'Are you there?');
			// Neither by another contact with the address, nor by one that the contact is merged
			// into.
			const again = await stage.leaveOne('');
			await stage.query(`update contacts set email = '${one.email}' where id = ${again.visitor.contactId}`);
			await agent.write(again.displayId, 'Is it you?');
			await passed();
			assert.equal(mailsTo(one.email).length, 1);
			const base = await agent.call<{ payload: { contact: TeamContact } }>('contacts', { body: { name: 'Base' } });
			const { id: baseId } = base.body.payload.contact;
			await stage.query(`update contacts set email = '${one.email}' where id = ${baseId}`);
			const merge = { base_contact_id: baseId, mergee_contact_id: one.visitor.contactId };
			assert.equal((await agent.call('actions/contact_merge', { body: merge })).status, 200);
			assert.equal(await refusalOf(baseId), 'unsubscribed');

			const second = await mailOne(stage);
			const body = new FormData();
			body.set('List-Unsubscribe', 'One-Click');
			const pressed = await fetch(new URL(second.unsubscribe, origin), { method: 'POST', body });
			assert.equal(pressed.status, 200);
			assert.equal(await refusalOf(second.visitor.contactId), 'unsubscribed');
			await second.visitor.call('contact', { method: 'PATCH', body: { email: 'new@shop.example' } });
			assert.equal(await refusalOf(second.visitor.contactId), undefined);
			await agent.write(second.displayId, 'And now?');
			await mailed('new@shop.example');
		});

		test('who has unsubscribed gets no mail as another contact either, also after the first one has another address', async (t) => {
			const stage = begin(t);
			const { agent, contact, mailsTo, passed } = stage;
			const one = await mailOne(stage);
			const other = await stage.leaveOne('');
			await stage.query(`update contacts set email = '${one.email}' where id = ${other.visitor.contactId}`);
			const pressed = await call(stage.server.origin, one.unsubscribe, {
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: 'List-Unsubscribe=One-Click',
			});
			assert.equal(pressed.status, 200);
			assert.equal((await contact(other.visitor.contactId)).email_refusal, 'unsubscribed');
			const corrected = { method: 'PATCH', body: { email: 'corrected@shop.example' } };
			assert.equal((await agent.call(`contacts/${one.visitor.contactId}`, corrected)).status, 200);
			await agent.write(other.displayId, 'Is it you?');
			await passed();
			assert.equal(mailsTo(one.email).length, 1);
		});

		test('an address that has unsubscribed gets no mail when a new contact has it, and nobody has had it meanwhile', async (t) => {
			const stage = begin(t);
			const { agent, mailsTo, passed } = stage;
			const [deleted, changed, late] = [await mailOne(stage), await mailOne(stage), await mailOne(stage)];
			const correct = (name: string) => ({ method: 'PATCH', body: { email: `${name}@shop.example` } });
			// Whoever finds an old mail presses its link, whatever address the contact has by then.
			assert.equal((await agent.call(`contacts/${late.visitor.contactId}`, correct('late'))).status, 200);
			for (const { unsubscribe } of [deleted, changed, late]) {
				const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
				assert.equal((await fetch(new URL(unsubscribe, stage.server.origin), { method: 'POST', body })).status, 200);
			}
			assert.equal((await agent.call(`contacts/${deleted.visitor.contactId}`, { method: 'DELETE' })).status, 200);
			assert.equal((await agent.call(`contacts/${changed.visitor.contactId}`, correct('changed'))).status, 200);
			for (const { email } of [deleted, changed, late]) {
				const again = await stage.leaveOne('');
				await stage.query(`update contacts set email = '${email}' where id = ${again.visitor.contactId}`);
				await agent.write(again.displayId, 'Is it you?');
			}
			await passed();
			for (const { email } of [deleted, changed, late]) assert.equal(mailsTo(email).length, 1);
			const stored = JSON.stringify(await stage.query('select * from unsubscriptions'));
			assert.ok(!stored.includes(deleted.email), 'no address stays of a contact who is deleted');
		});

		test('an address that the mail server does not know is noted, and gets no more mail; another refusal is not', async (t) => {
			const { agent, leaveOne, smtp, contact, endPause, mailed, passed, mailsTo } = begin(t);
			const attempts = smtp.attempts();
			const [gone, busy] = [await leaveOne(), await leaveOne()];
			smtp.refusals.push('550 5.1.1 No such user');
			await agent.write(gone.displayId, 'Good morning');
			await endPause();
			await t.waitFor(
				async () => assert.equal((await contact(gone.visitor.contactId)).email_refusal, 'undeliverable'),
				PATIENTLY,
			);
			smtp.refusals.push(550);
			await agent.write(busy.displayId, 'Good morning');
			await endPause();
			await t.waitFor(() => assert.equal(smtp.attempts(), attempts + 2), PATIENTLY);
			await agent.write(gone.displayId, 'Good evening');
			await agent.write(busy.displayId, 'Good evening');
			await passed();
			assert.equal((await contact(busy.visitor.contactId)).email_refusal, undefined);
			assert.deepEqual([mailsTo(gone.email).length, mailsTo(busy.email).length], [0, 1]);
			// Given once more, the address is tried again.
			await gone.visitor.call('contact', { method: 'PATCH', body: { email: gone.email } });
			assert.equal((await contact(gone.visitor.contactId)).email_refusal, undefined);
			await agent.write(gone.displayId, 'Good night');
			await mailed(gone.email);
		});

		test('a conversation that ends is mailed with the question for a rating, where the channel asks and none is given', async (t) => {
			const { server, agent, leaveOne, changeChannel, mailed, mailsTo } = begin(t);
			await changeChannel({ inbox: { csat_survey_enabled: true } });
			t.after(() => changeChannel({ inbox: { csat_survey_enabled: false } }));
			const [left, rated, reader] = [await leaveOne(), await leaveOne(), await leaveOne()];
			const uuids = new Map<number, string>();
			for (const { displayId, visitor } of [left, rated, reader]) {
				const { id } = await agent.write(displayId, 'Goodbye');
				if (visitor === reader.visitor)
					await visitor.call('conversations/update_last_seen', { body: { last_seen_message_id: id } });
				await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
				uuids.set(displayId, (await agent.conversation(displayId)).uuid);
			}
			const rating = { message: { submitted_values: { csat_survey_response: { rating: 5 } } } };
			const path = `/public/api/v1/csat_survey/${uuids.get(rated.displayId)}`;
			assert.equal((await call(server.origin, path, { method: 'PUT', body: rating })).status, 200);
			const textTo = async ({ email }: typeof left) => {
				await mailed(email);
				return parseMail(mailsTo(email)[0]?.raw ?? '').parts['text/plain'] ?? '';
			};
			const surveyOf = ({ displayId }: typeof left) => `https://chat.example/survey/responses/${uuids.get(displayId)}`;
			assert.match(await textTo(left), /Goodbye/);
			assert.ok((await textTo(left)).includes(surveyOf(left)));
			assert.match(await textTo(rated), /Goodbye/);
			assert.doesNotMatch(await textTo(rated), /survey/);
			assert.doesNotMatch(await textTo(reader), /Goodbye/);
			assert.ok((await textTo(reader)).includes(surveyOf(reader)));
		});
	});
}
