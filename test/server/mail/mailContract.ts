/** How mail is sent, a test of it, and what has not arrived (docs/application-api.md, Mail). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR } from '#protocol/base/duration.ts';
import type { UndeliveredEvent } from '#protocol/application/deliveryRoutes.ts';
import type { MailSetup, TestMailOutcome } from '#protocol/application/mailRoutes.ts';
import { addAgent } from '../../../src/server/domain/people/agents.ts';
import { createChannel } from '../../../src/server/domain/websites/editChannel.ts';
import { createAccessToken } from '../../../src/server/domain/people/manageAccessTokens.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import { addToken } from '../../support/channel.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createVisitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { decodeWords, parseMail, valueOf } from './mailParsed.ts';
import { startSmtpServer, type TestSmtpServer } from './mailSmtpServer.ts';

export function describeMail(database: string, prepare: Prepare): void {
	describe(`mail on ${database}`, () => {
		const ends: (() => unknown)[] = [];
		let smtp: TestSmtpServer;
		let setup: ConversationServer;
		let store: Store;
		before(async () => {
			smtp = await startSmtpServer({ after: (end: () => unknown) => ends.push(end) });
			setup = await startConversationServer(prepare, {
				hasRateLimits: true,
				settings: {
					SMTP_URL: smtp.url.replace('//', '//me:secret@'),
					MAIL_FROM: 'Shop <shop@shop.example>',
					PUBLIC_URL: 'https://chat.example',
					MAIL_PAUSE: '900',
				},
			});
			store = await openStore(setup.where);
		});
		after(async () => {
			await store.close();
			await setup.stop();
			for (const end of ends) await end();
		});

		/** Tests that the server has made so far. */
		let tests = 0;
		const sendTest = async (body: object = {}) => {
			const answer = await setup.agent.call<TestMailOutcome>('mail/test', { body });
			if (answer.status === 200) tests++;
			return answer;
		};
		const recipients = () => smtp.mails.flatMap((mail) => mail.recipients);

		test('administrators read how mail is sent, but neither user nor password of the mail server', async () => {
			assert.deepEqual((await setup.agent.call<MailSetup>('mail')).body, {
				transport: 'smtp',
				host: '127.0.0.1',
				port: Number(new URL(smtp.url).port),
				sender: 'Shop <shop@shop.example>',
				dkim_domain: null,
				pause: 900,
				reply_to: null,
				mailbox: null,
				missing: [],
				from_environment: ['sender', 'smtp'],
				unreadable: [],
				stored: { sender: null, reply_to: null, smtp: null, imap: null, dkim: null },
			});
		});

		test('an agent who is no administrator reads nothing of it and mails nothing', async () => {
			const headers = { api_access_token: await addToken(setup.where, 'noor@example.com') };
			const ask = async (path: string, body?: object) =>
				(await call(setup.server.origin, `/api/v1/accounts/1/${path}`, { headers, ...(body && { body }) })).status;
			assert.deepEqual(
				[await ask('mail'), await ask('mail/test', {}), await ask('deliveries/mail/0')],
				[401, 401, 401],
			);
			assert.equal(smtp.attempts(), 0);
		});

		test('a test goes to the administrator alone, at once and in their language', async () => {
			const victim = 'victim@elsewhere.example';
			const { body } = await sendTest({ locale: 'de', email: victim, to: victim });
			assert.deepEqual(body, { outcome: 'sent', fault: null, reason: null });
			assert.deepEqual(recipients(), ['ada@example.com']);
			const { headers, parts } = parseMail(smtp.mails[0]?.raw ?? '');
			assert.equal(decodeWords(valueOf(headers, 'subject')), 'Testmail');
			assert.match(parts['text/html'] ?? '', /<html lang="de"/);
			assert.deepEqual(await setup.query('select id from deliveries'), []);
		});

		test('what the mail server says against a test is told, and it is not tried again', async () => {
			const [before, had] = [smtp.attempts(), smtp.mails.length];
			for (const said of ['550 5.7.1 Your address is on a list', '451 4.7.1 Come back later']) {
				smtp.refusals.push(said);
				assert.deepEqual((await sendTest()).body, { outcome: 'refused', fault: 'RECIPIENT_REFUSED', reason: said });
			}
			assert.deepEqual([smtp.attempts(), smtp.mails.length], [before + 2, had]);
			assert.deepEqual(await setup.query('select id from deliveries'), []);
		});

		test('an administrator sends themselves ten tests an hour', async () => {
			while (tests < 10) assert.equal((await sendTest()).status, 200);
			assert.equal((await sendTest()).status, 429);
		});

		/**
		 * A mail that was refused, or waits for an hour: in one transaction, before the server
		 * sends it.
		 */
		const queue = (of: number | null, address: string, becomes: 'waiting' | 'given up', event: string) =>
			store.transaction(async ({ deliveries }) => {
				const mail = { id: address, to: { name: '', address }, subject: 'Secret', text: 'Secret', html: '' };
				await deliveries.insert({
					receiver_type: 'mail',
					receiver_id: 0,
					conversation_id: of,
					contact_inbox_id: null,
					subject: address,
					event,
					payload: JSON.stringify(mail),
				});
				const due = await deliveries.listDue(Date.now(), [], 100);
				const ours = due.find(({ payload }) => payload.includes(address)) ?? assert.fail();
				if (becomes === 'given up') await deliveries.giveUp(ours, 'REFUSED: 550 5.7.1 No', Date.now());
				else
					await deliveries.postpone(ours, Date.now() + HOUR, {
						failure: 'UNAVAILABLE: 451 Later',
						isReceiverFailing: false,
					});
				return ours.id;
			});

		/** Another account, its administrator's token, and a conversation there. */
		async function addOthers() {
			const { accountId, token, websiteToken } = await store.transaction(async (repositories) => {
				const { id } = await repositories.accounts.insert('Elsewhere');
				const channel = await createChannel(repositories, { accountId: id, settings: { name: 'Elsewhere' } });
				const user = await addAgent(repositories, id, {
					name: 'Eve',
					email: 'eve@elsewhere.example',
					role: 'administrator',
				});
				const created = await createAccessToken(repositories, { user_id: user.id }, { name: 'test' });
				return { accountId: id, token: created.token, websiteToken: channel.websiteToken };
			});
			const displayId = await beginConversation(await createVisitor(setup.server.origin, undefined, websiteToken));
			const conversation = (await store.conversations.findByDisplayId(accountId, displayId)) ?? assert.fail();
			const ask = <T>(path: string) => call<T>(setup.server.origin, path, { headers: { api_access_token: token } });
			return { conversationId: conversation.id, ask, base: `/api/v1/accounts/${accountId}/deliveries` };
		}

		test('what has not arrived is listed for administrators of its account alone, and sent again', async (t) => {
			const others = await addOthers();
			const begin = async (): Promise<number> => {
				const displayId = await beginConversation(await createVisitor(setup.server.origin));
				return ((await store.conversations.findByDisplayId(1, displayId)) ?? assert.fail()).id;
			};
			const waits = await queue(await begin(), 'waits@shop.example', 'waiting', 'answers');
			const refused = await queue(await begin(), 'refused@shop.example', 'given up', 'transcript');
			const theirs = await queue(others.conversationId, 'theirs@elsewhere.example', 'given up', 'transcript');
			// Login links belong to a person, who may be in several accounts.
			const link = await queue(null, 'link@shop.example', 'given up', 'login_link');
			const list = async () =>
				(await setup.agent.call<{ payload: UndeliveredEvent[] }>('deliveries/mail/0')).body.payload;

			const listed = await list();
			assert.deepEqual(
				listed.map(({ id, event, recipient, state, failure }) => [id, event, recipient, state, failure]),
				[
					[waits, 'answers', 'waits@shop.example', 'waiting', 'UNAVAILABLE: 451 Later'],
					[refused, 'transcript', 'refused@shop.example', 'given_up', 'REFUSED: 550 5.7.1 No'],
				],
			);
			assert.doesNotMatch(JSON.stringify(listed), /Secret/);
			assert.equal((await setup.agent.call('deliveries/mail/1')).status, 404);

			const seen = await others.ask<{ payload: UndeliveredEvent[] }>(`${others.base}/mail/0`);
			assert.deepEqual(
				seen.body.payload.map(({ id }) => id),
				[theirs],
			);
			assert.deepEqual((await others.ask<{ payload: object[] }>(others.base)).body.payload, []);
			assert.equal((await others.ask('/api/v1/accounts/1/deliveries/mail/0')).status, 401);

			const resend = async (id: number) =>
				(await setup.agent.call(`deliveries/${id}/redeliver`, { method: 'POST' })).status;
			assert.deepEqual([await resend(theirs), await resend(link), await resend(refused)], [404, 404, 200]);
			await t.waitFor(() => assert.ok(recipients().includes('refused@shop.example')), PATIENTLY);
			await t.waitFor(
				async () =>
					assert.deepEqual(
						(await list()).map(({ id }) => id),
						[waits],
					),
				PATIENTLY,
			);
			assert.ok(!recipients().includes('theirs@elsewhere.example'));
		});
	});
}
