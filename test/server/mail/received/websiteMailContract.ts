/** Mail to the address of a website (docs/wire.md, Mail to a website). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Message, TeamConversation } from '#protocol/entities/entities.ts';
import { readMail } from '../../../../src/server/mail/received/readMail.ts';
import { runAdmin } from '../../../support/runAdmin.ts';
import { until } from '../../../support/until.ts';
import { beginConversation, createVisitor } from '../../api.ts';
import type { Prepare } from '../../conversationServer.ts';
import { postfixBounce } from '../bounceSamples.ts';
import { decodeWords, parseMail, valueOf } from '../mailParsed.ts';
import { type MailStage, startMailStage, TOKEN } from './mailStage.ts';
import { PNG, write, type Written } from './samples.ts';

const HELLO = 'hello@kiln.example';

export function describeWebsiteMail(database: string, prepare: Prepare): void {
	describe(`mail to a website, on ${database}`, () => {
		let smtp: MailStage['smtp'];
		let stage: MailStage['stage'];
		let stop: MailStage['stop'];
		let count = 0;

		before(async () => {
			({ smtp, stage, stop } = await startMailStage(prepare));
			await stage.changeChannel({ widget: { email: HELLO } });
		});
		after(() => stop());

		/** A mail of a sender of its own, unless the headers name another one. */
		const letter = ({ headers, ...more }: Partial<Written> = {}) => {
			const number = ++count;
			const address = `sender-${number}@shop.example`;
			const id = `letter-${number}@shop.example`;
			const mail = write({
				body: 'Do you ship to Norway?',
				headers: {
					From: `Ada Lovelace <${address}>`,
					To: `Kiln <${HELLO}>`,
					Subject: 'Shipping',
					'Message-ID': `<${id}>`,
					...headers,
				},
				...more,
			});
			return { mail, address, id };
		};
		const post = async (mail: string) => {
			const answer = await fetch(`${stage.server.origin}/rails/action_mailbox/relay/inbound_emails`, {
				method: 'POST',
				headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${TOKEN}` },
				body: Buffer.from(mail, 'latin1'),
			});
			return answer.status;
		};
		const pipe = (mail: string) =>
			runAdmin(
				{
					dataDir: stage.server.dataDir,
					databaseUrl: stage.databaseUrl ?? '',
					input: Buffer.from(mail, 'latin1'),
				},
				'read-mail',
			);
		/** Whatever was accepted until now is posted. */
		const settled = () =>
			until('nothing waiting', async () => {
				const rows = await stage.query('select id from received_mails where mail is not null');
				return rows.length === 0 ? true : undefined;
			});
		const conversationsOf = async (address: string): Promise<TeamConversation[]> => {
			const rows = await stage.query(
				`select display_id from conversations join contact_inboxes on contact_inboxes.id = contact_inbox_id where mail_address = '${address}' order by display_id`,
			);
			return Promise.all(
				rows.map(
					async ({ display_id }) =>
						(await stage.agent.call<TeamConversation>(`conversations/${Number(display_id)}`)).body,
				),
			);
		};
		const messagesOf = async (displayId: number): Promise<Message[]> =>
			(await stage.agent.call<{ payload: Message[] }>(`conversations/${displayId}/messages`)).body.payload;
		const mailsIn = async (displayId: number) =>
			(await messagesOf(displayId)).filter(({ content_attributes }) => content_attributes['email'] !== undefined);
		/** The conversation that a mail has begun. */
		const begin = async (written?: Partial<Written>) => {
			const sent = letter(written);
			assert.equal(await post(sent.mail), 204);
			await settled();
			const [conversation = assert.fail('nothing has begun')] = await conversationsOf(sent.address);
			return { ...sent, conversation };
		};
		const contactsWith = async (email: string) =>
			(
				await stage.agent.call<{ payload: { id: number; name: string; email: string }[] }>(
					`contacts/search?q=${encodeURIComponent(email)}`,
				)
			).body.payload;

		test('a mail begins a conversation with its subject, its words and its sender', async () => {
			const listener = await stage.listenAsAgent();
			const { conversation, address, id } = await begin();
			assert.equal((await listener.next('conversation.created')).meta.mail_address, address);
			listener.close();
			assert.equal(conversation.status, 'open');
			assert.equal(conversation.meta.mail_address, address);
			assert.deepEqual([conversation.meta.sender.name, conversation.meta.sender.email], ['Ada Lovelace', address]);
			const { source, mail_subject } = conversation.additional_attributes;
			assert.deepEqual([source, mail_subject], ['email', 'Shipping']);
			const [message = assert.fail(), ...others] = await messagesOf(conversation.id);
			assert.deepEqual(others, [], 'nobody is greeted by a program');
			assert.deepEqual([message.content, message.message_type, message.source_id], ['Do you ship to Norway?', 0, id]);
			const { from, to, subject } = message.content_attributes['email'] as Record<string, unknown>;
			assert.deepEqual([from, to, subject], [[address], [HELLO], 'Shipping']);
		});

		test('the address may stand wherever servers note it, and have something behind a plus', async () => {
			for (const headers of [
				{ To: 'undisclosed-recipients:;', 'Delivered-To': HELLO },
				{ To: 'list@other.example', 'X-Original-To': HELLO.toUpperCase() },
				{ To: 'bob@other.example', Cc: `"Kiln, Inc." <hello+shop@kiln.example>` },
			])
				await begin({ headers });
		});

		test('a mail to no address of a website is refused', async () => {
			const other = letter({ headers: { To: `"${HELLO}" <sales@kiln.example>` } });
			assert.equal(await post(other.mail), 422);
			const { code, text } = await pipe(other.mail);
			assert.equal(code, 65);
			assert.match(text, /no address of a website/);
		});

		test('a mail is posted once, whichever ways it comes', async () => {
			const { mail, address } = letter();
			const [piped, ...statuses] = await Promise.all([
				pipe(mail),
				post(mail),
				post(`Delivered-To: ${HELLO}\r\n${mail}`),
			]);
			assert.equal(piped.code, 0);
			assert.deepEqual(statuses, [204, 204]);
			await settled();
			assert.equal((await conversationsOf(address)).length, 1);
			assert.match((await pipe(mail)).text, /accepted before/);
		});

		test('a mail that answers one of the conversation continues it, and another subject does not', async () => {
			const { conversation, address, id } = await begin();
			const from = { From: address };
			const next = letter({ body: 'And to Iceland?', headers: { ...from, 'In-Reply-To': `<${id}>` } });
			const third = letter({ body: 'Hello?', headers: { ...from, References: `<${id}> <${next.id}>` } });
			for (const { mail } of [next, third]) await post(mail);
			await settled();
			assert.deepEqual(
				(await mailsIn(conversation.id)).map(({ content }) => content),
				['Do you ship to Norway?', 'And to Iceland?', 'Hello?'],
			);
			await post(letter({ headers: from }).mail);
			await settled();
			const begun = await conversationsOf(address);
			assert.equal(begun.length, 2);
			assert.equal(begun[0]?.meta.sender.id, begun[1]?.meta.sender.id);
		});

		test('a mail with the Message-ID of another website’s conversation begins one of its own', async () => {
			const { conversation, id } = await begin();
			const studio = await stage.agent.call<{ id: number }>('inboxes', {
				body: { name: 'Studio', email: 'Studio@kiln.example' },
			});
			assert.equal(studio.status, 200);
			const other = letter({ headers: { To: 'studio@kiln.example', 'In-Reply-To': `<${id}>` } });
			await post(other.mail);
			await settled();
			assert.equal((await mailsIn(conversation.id)).length, 1);
			assert.equal((await conversationsOf(other.address))[0]?.inbox_id, studio.body.id);

			const taken = await stage.agent.call<{ attributes: string[] }>(`inboxes/${studio.body.id}`, {
				method: 'PATCH',
				body: { email: HELLO },
			});
			assert.deepEqual([taken.status, taken.body.attributes], [422, ['email']]);
			assert.equal((await stage.agent.call(`inboxes/${studio.body.id}`, { method: 'DELETE' })).status, 200);
			assert.equal(await post(letter({ headers: { To: 'studio@kiln.example' } }).mail), 422);
		});

		test('a known address brings its contact, who is not changed, and whose chat stays apart', async () => {
			const address = `known-${++count}@shop.example`;
			const visitor = await createVisitor(stage.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { email: address, name: 'Grace' } });
			await beginConversation(visitor);
			await post(letter({ headers: { From: `Mallory <${address}>` } }).mail);
			await settled();
			const [conversation = assert.fail()] = await conversationsOf(address);
			assert.equal(conversation.meta.sender.id, visitor.contactId);
			assert.equal(conversation.meta.sender.name, 'Grace');
			assert.equal(conversation.meta.hmac_verified, false);
			const own = (await visitor.call<{ payload: Message[] }>('messages')).body.payload;
			assert.ok(own.every(({ content }) => content !== 'Do you ship to Norway?'));
			// Neither can the visitor delete what may be another person's.
			assert.equal((await visitor.call('contact', { method: 'DELETE' })).status, 204);
			assert.equal((await conversationsOf(address)).length, 1);
		});

		test('a sender whom the team has blocked is not in the list', async () => {
			const { address, conversation } = await begin();
			await stage.agent.call(`contacts/${conversation.meta.sender.id}`, { method: 'PATCH', body: { blocked: true } });
			await post(letter({ headers: { From: address } }).mail);
			await settled();
			assert.deepEqual(
				(await conversationsOf(address)).map(({ status }) => status),
				['open', 'resolved'],
			);
		});

		test('what no person has written to the website begins nothing', async () => {
			const before = await stage.query('select id from conversations');
			for (const [headers, why] of [
				[{ 'Auto-Submitted': 'auto-replied' }, /a program has written it/],
				[{ Precedence: 'bulk' }, /a program has written it/],
				[{ 'List-Id': '<news.other.example>' }, /sent to many/],
				[{ 'List-Unsubscribe': '<https://other.example/u>' }, /sent to many/],
				[{ 'X-Spam-Flag': 'YES' }, /spam/],
				[{ 'X-Spam-Status': 'Yes, score=9.1' }, /spam/],
				[{ From: `Kiln <${HELLO}>` }, /address of a website/],
			] as const) {
				const { code, text } = await pipe(letter({ headers }).mail);
				assert.match(text, why);
				assert.equal(code, 0);
			}
			for (const [written, why] of [
				[{ headers: { From: 'nobody' } }, /no sender/],
				[{ headers: { Subject: '' }, body: ' ' }, /says nothing/],
			] as const) {
				const { code, text } = await pipe(letter(written).mail);
				assert.match(text, why);
				assert.equal(code, 65);
			}
			await settled();
			assert.equal((await stage.query('select id from conversations')).length, before.length);
		});

		test('a mail that has only a subject says that, and pictures within it are kept', async () => {
			const subject = await begin({ headers: { Subject: 'Please call me' }, body: ' ' });
			assert.equal((await messagesOf(subject.conversation.id))[0]?.content, 'Please call me');
			const body = [
				'--b\nContent-Type: text/html\n\n<p>See <img src="cid:a"></p>',
				'--b\nContent-Type: image/png; name="shoe.png"\nContent-ID: <a>\nContent-Disposition: inline; filename="shoe.png"',
				`Content-Transfer-Encoding: base64\n\n${PNG.toString('base64')}\n--b--`,
			].join('\n');
			const { conversation } = await begin({ type: 'multipart/related; boundary=b', body });
			const [message = assert.fail()] = await messagesOf(conversation.id);
			assert.equal(message.content, 'See');
			assert.equal(message.attachments?.length, 1);
		});

		test('one sender begins so many conversations within an hour', async () => {
			const { address } = letter();
			const send = () => letter({ headers: { From: address } }).mail;
			await Promise.all(Array.from({ length: 40 }, () => post(send())));
			assert.match((await pipe(send())).text, /30 mails within an hour/);
			await settled();
			assert.ok((await conversationsOf(address)).length < 41);
			await begin();
		});

		/** What has been mailed to the address since the call of `sent`. */
		const mailTo = async (address: string, skip = 0) => {
			const mail = await until(`a mail to ${address}`, () =>
				smtp.mails.filter(({ recipients }) => recipients.includes(address)).at(skip),
			);
			const { headers, parts } = parseMail(mail.raw);
			return { ...mail, header: (name: string) => decodeWords(valueOf(headers, name)), parts };
		};
		const answer = (displayId: number, body: object) =>
			stage.agent.call<Message>(`conversations/${displayId}/messages`, { body });

		test('an answer goes out from the website’s address, and what it is answered continues the conversation', async () => {
			await stage.changeChannel({ widget: { email_signature: '{{agent.name}}\n**Kiln**' } });
			const { conversation, address, id } = await begin();
			const sent = await answer(conversation.id, { content: 'Yes, *we do*.' });
			assert.equal(sent.status, 200);
			const { header, parts, raw } = await mailTo(address);
			assert.match(header('from'), /^Halden Stoneware <hello@kiln\.example>$/);
			assert.equal(header('to'), `Ada Lovelace <${address}>`);
			assert.equal(header('subject'), 'Re: Shipping');
			assert.equal(header('in-reply-to'), `<${id}>`);
			assert.match(header('references'), new RegExp(`^<thread\\.[\\d.a-f]+@kiln\\.example> <${id}>$`));
			assert.equal(header('message-id'), `<${sent.body.source_id}>`);
			assert.equal(header('auto-submitted'), '', 'a person has written it');
			assert.equal(header('reply-to'), '');
			assert.match(parts['text/plain'] ?? '', /^Yes, \*we do\*\.\r?\n\r?\n-- \r?\nAda/);
			assert.match(parts['text/html'] ?? '', /<em>we do<\/em>[^]*<strong>Kiln<\/strong>/);
			assert.doesNotMatch(raw, /continue\/|unsubscribe\//);
			assert.deepEqual(
				[sent.body.content_attributes['to_emails'], sent.body.content_attributes['cc_emails']],
				[[address], []],
			);

			const back = letter({
				body: 'Great.',
				headers: { From: address, 'In-Reply-To': header('message-id'), References: header('references') },
			});
			await post(back.mail);
			await settled();
			assert.deepEqual(
				(await mailsIn(conversation.id)).map(({ content }) => content),
				['Do you ship to Norway?', 'Great.'],
			);
			await answer(conversation.id, { content: 'Anything else?' });
			assert.equal((await mailTo(address, 1)).header('in-reply-to'), `<${back.id}>`);
			assert.equal(smtp.mails.filter(({ recipients }) => recipients.includes(address)).length, 2, 'each went once');
		});

		test('those whom the sender names get the answer too, until the agent says otherwise', async () => {
			const { conversation, address } = await begin({ headers: { Cc: 'Bob <bob@shop.example>, hello@kiln.example' } });
			await answer(conversation.id, { content: 'Hello both' });
			const first = await mailTo(address);
			assert.deepEqual([first.header('cc'), first.recipients], ['bob@shop.example', [address, 'bob@shop.example']]);
			const other = 'carol@shop.example';
			await answer(conversation.id, { content: 'Hello Carol', cc_emails: `${other}, ${address}` });
			assert.deepEqual((await mailTo(address, 1)).recipients, [address, other]);
			await answer(conversation.id, { content: 'And again' });
			assert.deepEqual((await mailTo(address, 2)).recipients, [address, other]);
			await answer(conversation.id, { content: 'For you alone', cc_emails: '' });
			assert.deepEqual((await mailTo(address, 3)).recipients, [address]);
			for (const cc_emails of ['carol', 'a@b.example\r\nBcc: c@d.example', ['a@b.example', 'x y@z.example']])
				assert.equal((await answer(conversation.id, { content: 'Hello', cc_emails })).status, 422);
			const many = Array.from({ length: 21 }, (_, at) => `a${at}@b.example`);
			assert.equal((await answer(conversation.id, { content: 'Hello', cc_emails: many })).status, 422);
		});

		test('another person who writes into the conversation is not mailed by it', async () => {
			const { conversation, address, id } = await begin();
			const eve = letter({ headers: { 'In-Reply-To': `<${id}>`, Cc: 'mallory@evil.example' } });
			await post(eve.mail);
			await settled();
			assert.equal((await mailsIn(conversation.id)).length, 2);
			await answer(conversation.id, { content: 'Your order is on its way' });
			assert.deepEqual((await mailTo(address)).recipients, [address]);
		});

		test('notes, forms and deleted answers are not mailed, and the chat’s mails of unread answers neither', async () => {
			const { conversation, address } = await begin();
			await answer(conversation.id, { content: 'A note', private: true });
			const form = { content_type: 'input_select', content_attributes: { items: [{ title: 'A', value: 'a' }] } };
			assert.equal((await answer(conversation.id, { content: 'Choose', ...form })).status, 422);
			await answer(conversation.id, { content: 'The answer' });
			const { parts } = await mailTo(address);
			assert.match(parts['text/plain'] ?? '', /^The answer/);
			assert.deepEqual(await stage.query('select * from answer_mails where waiting_since is not null'), []);
			assert.equal(smtp.mails.filter(({ recipients }) => recipients.includes(address)).length, 1);
		});

		test('files go along', async () => {
			const { conversation, address } = await begin();
			const form = new FormData();
			form.append('content', 'See:');
			form.append('attachments[]', new Blob([PNG], { type: 'image/png' }), 'shoe.png');
			const { status } = await fetch(
				`${stage.server.origin}/api/v1/accounts/1/conversations/${conversation.id}/messages`,
				{ method: 'POST', headers: { api_access_token: stage.server.agentToken }, body: form },
			);
			assert.equal(status, 200);
			const { raw } = await mailTo(address);
			const mail = (await readMail(Buffer.from(raw))) ?? assert.fail();
			assert.equal(mail.text.split('\n')[0], 'See:');
			assert.deepEqual(
				mail.files.map(({ name, type, content }) => [name, type, Buffer.from(content).equals(PNG)]),
				[['shoe.png', 'image/png', true]],
			);
		});

		test('an answer that the mail server refuses says so, and is well once it is sent again', async () => {
			const { conversation, address } = await begin();
			const listener = await stage.listenAsAgent();
			smtp.refusals.push('550 5.1.1 No such user');
			const { body: sent } = await answer(conversation.id, { content: 'Hello?' });
			const failed = await until('the failure', async () =>
				(await messagesOf(conversation.id)).find(({ id, status }) => id === sent.id && status === 'failed'),
			);
			assert.match(String(failed.content_attributes['external_error']), /No such user/);
			assert.equal((await listener.next('message.updated')).status, 'failed');
			listener.close();
			const [given] = await stage.query("select id from deliveries where event = 'reply' and given_up_at is not null");
			const again = await stage.agent.call(`deliveries/${Number(given?.['id'])}/redeliver`, { method: 'POST' });
			assert.equal(again.status, 200);
			await mailTo(address);
			const well = await until('the success', async () =>
				(await messagesOf(conversation.id)).find(({ id, status }) => id === sent.id && status === 'sent'),
			);
			assert.equal(well.content_attributes['external_error'], undefined);
		});

		test('an answer that comes back says so', async () => {
			const { conversation, address } = await begin();
			const { body: sent } = await answer(conversation.id, { content: 'Hello?' });
			const { raw } = await mailTo(address);
			assert.equal(await post(postfixBounce({ address, original: raw })), 204);
			const [failed] = (await messagesOf(conversation.id)).filter(({ id }) => id === sent.id);
			assert.equal(failed?.status, 'failed');
		});

		test('a website without an address answers from the installation’s', async () => {
			const { conversation, address } = await begin();
			await stage.changeChannel({ widget: { email: null } });
			await answer(conversation.id, { content: 'Hello' });
			const { header } = await mailTo(address);
			await stage.changeChannel({ widget: { email: HELLO } });
			assert.equal(header('from'), 'Kiln <chat@kiln.example>');
			assert.match(header('reply-to'), /^reply\+\d+\.[\da-f]{24}@kiln\.example$/);
		});

		test('the contact who is deleted takes the conversations along', async () => {
			const { address, conversation } = await begin();
			const deleted = await stage.agent.call(`contacts/${conversation.meta.sender.id}`, { method: 'DELETE' });
			assert.equal(deleted.status, 200);
			assert.deepEqual(await conversationsOf(address), []);
			assert.deepEqual(await contactsWith(address), []);
		});

		test('the website is found by an administrator’s command', async () => {
			const set = (...words: string[]) =>
				runAdmin(
					{ dataDir: stage.server.dataDir, databaseUrl: stage.databaseUrl ?? '' },
					'set-channel',
					'--channel',
					'demo',
					...words,
				);
			assert.equal((await set('--email', 'Kiln@kiln.example')).code, 0);
			assert.notEqual((await set('--email', 'kiln')).code, 0);
			await begin({ headers: { To: 'kiln@kiln.example' } });
			assert.equal((await set('--email', 'none')).code, 0);
			assert.equal(await post(letter({ headers: { To: 'kiln@kiln.example' } }).mail), 422);
			await stage.changeChannel({ widget: { email: HELLO } });
		});
	});
}
