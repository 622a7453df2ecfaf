/** Answers to mails that continue a chat (docs/wire.md, Answers by mail), by pipe and by post. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { createMailLinks } from '../../../../src/server/domain/people/mailLinks.ts';
import { openStore } from '../../../../src/server/store/store.ts';
import { runAdmin } from '../../../support/runAdmin.ts';
import { SECRET_KEY } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';
import { beginConversation, call, createVisitor } from '../../api.ts';
import type { Prepare } from '../../conversationServer.ts';
import { postfixBounce } from '../bounceSamples.ts';
import { parseMail, valueOf } from '../mailParsed.ts';
import { type MailStage, startMailStage, TOKEN } from './mailStage.ts';
import { PNG, write, type Written } from './samples.ts';

const PATH = '/rails/action_mailbox/relay/inbound_emails';

interface MailFacts {
	from: string[];
	subject: string;
	text_content: { full: string; quoted: string };
	left_out?: string[];
}

export function describeAnswersByMail(database: string, prepare: Prepare): void {
	describe(`answers by mail, on ${database}`, () => {
		let smtp: MailStage['smtp'];
		let stage: MailStage['stage'];
		let stop: MailStage['stop'];
		let count = 0;

		before(async () => {
			({ smtp, stage, stop } = await startMailStage(prepare));
		});
		after(() => stop());

		/** A visitor who has left and was mailed an answer. */
		const mailOne = async () => {
			const visitor = await createVisitor(stage.server.origin);
			const address = `visitor-${++count}@shop.example`;
			await visitor.call('contact', { method: 'PATCH', body: { email: address, name: 'Ada' } });
			const displayId = await beginConversation(visitor);
			await stage.agent.write(displayId, 'Which size is it?');
			const { raw } = await until(`a mail to ${address}`, () =>
				smtp.mails.find(({ recipients }) => recipients.includes(address)),
			);
			const { headers, parts } = parseMail(raw);
			const header = (name: string) => valueOf(headers, name);
			return { visitor, address, displayId, raw, header, text: parts['text/plain'] ?? '' };
		};
		type Mailed = Awaited<ReturnType<typeof mailOne>>;

		const answerTo = (mailed: Mailed, { headers, ...more }: Partial<Written> = {}) =>
			write({
				body: `It is 40.\n\nOn 30 Nov 2026, at 09:00, Kiln <chat@kiln.example> wrote:\n> Which size is it?`,
				headers: {
					From: `Ada <${mailed.address}>`,
					To: mailed.header('reply-to'),
					'Message-ID': `<answer-${++count}@shop.example>`,
					...headers,
				},
				...more,
			});
		const post = async (mail: string, headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }) => {
			const answer = await fetch(stage.server.origin + PATH, {
				method: 'POST',
				headers: { 'Content-Type': 'message/rfc822', ...headers },
				body: Buffer.from(mail, 'latin1'),
			});
			return { status: answer.status, text: await answer.text() };
		};
		const pipe = (mail: string, settings: Record<string, string> = {}) =>
			runAdmin(
				{
					dataDir: stage.server.dataDir,
					databaseUrl: stage.databaseUrl ?? '',
					settings,
					input: Buffer.from(mail, 'latin1'),
				},
				'read-mail',
			);
		const messagesOf = async ({ displayId }: Pick<Mailed, 'displayId'>): Promise<Message[]> =>
			(await stage.agent.call<{ payload: Message[] }>(`conversations/${displayId}/messages`)).body.payload;
		const mailsOf = async (mailed: Pick<Mailed, 'displayId'>) =>
			(await messagesOf(mailed)).filter(({ content_attributes }) => content_attributes['email'] !== undefined);
		const factsOf = ({ content_attributes }: Message) => content_attributes['email'] as MailFacts;
		const posted = (mailed: Pick<Mailed, 'displayId'>, number = 1) =>
			until(`${number} mails posted`, async () => {
				const mails = await mailsOf(mailed);
				return mails.length >= number ? mails : undefined;
			});
		/** Whatever was accepted until now is posted. */
		const settled = () =>
			until('nothing waiting', async () => {
				const rows = await stage.query('select id from received_mails where mail is not null');
				return rows.length === 0 ? true : undefined;
			});

		test('a mail to a visitor says that and where it can be answered', async () => {
			const { header, text } = await mailOne();
			assert.match(header('reply-to'), /^reply\+\d+\.[\da-f]{24}@kiln\.example$/);
			assert.match(header('message-id'), /^<reply\.\d+\.[\da-f]{24}\.[\w-]+@kiln\.example>$/);
			assert.match(header('references'), /^<thread\.\d+\.[\da-f]{24}@kiln\.example>$/);
			assert.equal(header('in-reply-to'), header('references'));
			assert.match(text, /Reply to this email, or use the link/);
			assert.doesNotMatch(text, /not read/);
		});

		for (const [door, send] of [
			['posted', async (mail: string) => assert.deepEqual(await post(mail), { status: 204, text: '' })],
			['piped', async (mail: string) => assert.equal((await pipe(mail)).code, 0)],
		] as const)
			test(`an answer that is ${door} continues the chat with its new words`, async () => {
				const mailed = await mailOne();
				await send(answerTo(mailed));
				const [message] = await posted(mailed);
				assert.equal(message?.content, 'It is 40.');
				assert.equal(message.message_type, 0);
				assert.match(message.source_id ?? '', /^answer-\d+@shop\.example$/);
				const facts = factsOf(message);
				assert.deepEqual(facts.from, [mailed.address]);
				assert.match(facts.text_content.full, /> Which size is it\?/);
				const own = (await mailed.visitor.call<{ payload: Message[] }>('messages')).body.payload.at(-1);
				assert.equal(own?.content, 'It is 40.');
				assert.equal(own.content_attributes['email'], undefined);
			});

		test('the next mail answers the visitor’s', async () => {
			const mailed = await mailOne();
			await post(answerTo(mailed, { headers: { 'Message-ID': '<first@shop.example>' } }));
			await posted(mailed);
			const before = smtp.mails.length;
			await stage.agent.write(mailed.displayId, 'Thank you');
			const { raw } = await until('the next mail', () =>
				smtp.mails.slice(before).find(({ recipients }) => recipients.includes(mailed.address)),
			);
			const { headers } = parseMail(raw);
			assert.equal(valueOf(headers, 'in-reply-to'), '<first@shop.example>');
			assert.equal(valueOf(headers, 'references'), `${mailed.header('references')} <first@shop.example>`);
		});

		test('the mail that it answers names the conversation where its address does not', async () => {
			const mailed = await mailOne();
			for (const headers of [
				{ To: 'chat@kiln.example', 'In-Reply-To': mailed.header('message-id') },
				{ To: 'chat@kiln.example', References: `<other@x.example> ${mailed.header('references')}` },
				{ To: 'chat@kiln.example', 'Delivered-To': mailed.header('reply-to').toUpperCase() },
			])
				assert.equal((await post(answerTo(mailed, { headers }))).status, 204);
			await posted(mailed, 3);
		});

		test('a mail without a valid signature is refused', async () => {
			const [mailed, other] = [await mailOne(), await mailOne()];
			const signed = mailed.header('reply-to');
			const id = /\+(\d+)\./.exec(other.header('reply-to'))?.[1];
			for (const To of [
				signed.replace(/\+\d+\./, `+${id}.`),
				signed.replace(/[\da-f]@/, (digit) => (digit === '0@' ? '1@' : '0@')),
				signed.replace(/\.[\da-f]+@/, '@'),
				'reply@kiln.example',
				`reply+${createMailLinks(['k'.repeat(32)]).signReply(1)}@kiln.example`,
			])
				assert.equal((await post(answerTo(mailed, { headers: { To } }))).status, 422, To);
			const { code, text } = await pipe(answerTo(mailed, { headers: { To: 'reply@kiln.example' } }));
			assert.equal(code, 65);
			assert.match(text, /names no conversation/);
			await settled();
			assert.deepEqual([await mailsOf(mailed), await mailsOf(other)], [[], []]);
		});

		test('a mail that a former key has signed is taken', async () => {
			const mailed = await mailOne();
			const former = 'f'.repeat(32);
			const id = Number(/\+(\d+)\./.exec(mailed.header('reply-to'))?.[1]);
			const To = `reply+${createMailLinks([former]).signReply(id)}@kiln.example`;
			const mail = answerTo(mailed, { headers: { To } });
			assert.equal((await pipe(mail)).code, 65);
			assert.equal((await pipe(mail, { SECRET_KEY_PREVIOUS: former, SECRET_KEY })).code, 0);
			await posted(mailed);
		});

		test('only a mail server with the token may post', async () => {
			const mailed = await mailOne();
			const mail = answerTo(mailed);
			const basic = (password: string) => ({ Authorization: `Basic ${btoa(`actionmailbox:${password}`)}` });
			for (const headers of [
				{},
				{ Authorization: 'Bearer another-token-of-another' },
				{ Authorization: TOKEN },
				basic('wrong'),
				{ api_access_token: stage.server.agentToken },
				{ 'X-Auth-Token': mailed.visitor.authToken },
			])
				assert.equal((await post(mail, headers)).status, 401, JSON.stringify(headers));
			assert.equal((await post(mail, { ...basic(TOKEN), 'Content-Type': 'application/json' })).status, 400);
			assert.equal((await call(stage.server.origin, PATH, { body: {}, headers: basic(TOKEN) })).status, 415);
			assert.equal((await post(mail, basic(TOKEN))).status, 204);
			assert.equal((await posted(mailed)).length, 1);
		});

		test('the same mail is posted once, whichever ways it comes', async () => {
			const mailed = await mailOne();
			const mail = answerTo(mailed);
			const copies = [mail, `Received: by mx.kiln.example\r\n${mail}`, `Delivered-To: x@y.example\r\n${mail}`];
			const [piped, ...answers] = await Promise.all([pipe(mail), ...copies.map((copy) => post(copy))]);
			assert.equal(piped.code, 0);
			assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
			await posted(mailed);
			assert.match((await pipe(mail)).text, /accepted before/);
			const without = answerTo(mailed, { headers: { 'Message-ID': '' } });
			await post(without);
			await post(without);
			await posted(mailed, 2);
			await settled();
			assert.equal((await mailsOf(mailed)).length, 2);
		});

		test('while a mail waits for another attempt, those that came after it in its conversation wait, too', async () => {
			const mailed = await mailOne();
			const other = await mailOne();
			const idOf = async ({ displayId }: Mailed) => {
				const [row] = await stage.query(`select id from conversations where display_id = ${displayId}`);
				return Number(row?.['id']);
			};
			const [conversation, elsewhere] = [await idOf(mailed), await idOf(other)];
			const store = await openStore(stage.where);
			try {
				// In one transaction, so that the server finds all of them.
				await store.transaction(async ({ receivedMails }) => {
					const add = async (conversation_id: number, to: Mailed, body: string) => {
						const mail = Buffer.from(answerTo(to, { body }), 'latin1').toString('base64');
						assert.ok(await receivedMails.add({ conversation_id, key: body, mail }, Date.now()));
					};
					await add(conversation, mailed, 'First');
					const waiting = await receivedMails.listDue(Date.now(), 100);
					const first = waiting.find(({ conversation_id }) => conversation_id === conversation);
					await receivedMails.postpone(first?.id ?? 0, Date.now() + 1_500);
					await add(conversation, mailed, 'Second');
					await add(elsewhere, other, 'Elsewhere');
				});
			} finally {
				await store.close();
			}
			await posted(other);
			assert.deepEqual(await mailsOf(mailed), []);
			const contents = (await posted(mailed, 2)).map(({ content }) => content);
			assert.deepEqual(contents, ['First', 'Second']);
		});

		test('notes of absence, our own mails and loops are not posted', async () => {
			const mailed = await mailOne();
			for (const headers of [
				{ 'Auto-Submitted': 'auto-replied' },
				{ Precedence: 'bulk' },
				{ 'Message-ID': mailed.header('message-id') },
			])
				assert.equal((await post(answerTo(mailed, { headers }))).status, 204);
			const returned = mailed.raw.replace(/^To: .*$/m, `To: ${mailed.header('reply-to')}`);
			assert.match((await pipe(returned)).text, /a mail of this server/);
			await settled();
			assert.deepEqual(await mailsOf(mailed), []);
			const answers = await Promise.all(Array.from({ length: 70 }, () => post(answerTo(mailed))));
			assert.ok(answers.every(({ status }) => status === 204));
			await settled();
			const before = (await mailsOf(mailed)).length;
			assert.equal((await post(answerTo(mailed))).status, 204);
			assert.match((await pipe(answerTo(mailed))).text, /60 mails within an hour/);
			await settled();
			assert.equal((await mailsOf(mailed)).length, before);
		});

		test('a bounce is noted at the contact, and not posted', async () => {
			const mailed = await mailOne();
			const bounce = postfixBounce({ address: mailed.address, original: mailed.raw });
			assert.equal((await post(bounce)).status, 204);
			const { body } = await stage.agent.call<{ payload: { email_refusal?: string } }>(
				`contacts/${mailed.visitor.contactId}`,
			);
			assert.equal(body.payload.email_refusal, 'undeliverable');
			assert.match((await pipe(bounce)).text, /^Noted at the contact/);
		});

		test('another sender is shown, and proves nothing', async () => {
			const mailed = await mailOne();
			await post(answerTo(mailed, { headers: { From: 'Eve <eve@evil.example>' } }));
			const [message] = await posted(mailed);
			assert.deepEqual(message && factsOf(message).from, ['eve@evil.example']);
			const { body } = await stage.agent.call<{ payload: { email: string; name: string } }>(
				`contacts/${mailed.visitor.contactId}`,
			);
			assert.deepEqual([body.payload.email, body.payload.name], [mailed.address, 'Ada']);
		});

		test('files are kept, and those that the website does not take are named', async () => {
			const mailed = await mailOne();
			const file = (name: string, type: string, bytes: Buffer) =>
				`--b\nContent-Type: ${type}\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}`;
			const body = `--b\nContent-Type: text/plain\n\nSee:\n${file('shoe.png', 'image/png', PNG)}\n${file('run.exe', 'application/x-msdownload', Buffer.from('MZ\x90\0'))}\n--b--`;
			await post(answerTo(mailed, { type: 'multipart/mixed; boundary=b', body }));
			const [message] = await posted(mailed);
			assert.equal(message?.content, 'See:');
			assert.equal(message.attachments?.length, 1);
			assert.deepEqual(factsOf(message).left_out, ['run.exe']);
			const [attachment] = message.attachments ?? [];
			const url = (attachment as { data_url: string }).data_url.replace('https://chat.example', stage.server.origin);
			assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), PNG);
		});

		test('a mail to an ended conversation opens it again, or begins another one', async () => {
			const [open, ended] = [await mailOne(), await mailOne()];
			const end = ({ displayId }: Mailed) =>
				stage.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			const statusOf = async ({ displayId }: Mailed) =>
				(await stage.agent.call<{ status: string }>(`conversations/${displayId}`)).body.status;
			await end(open);
			await post(answerTo(open));
			await posted(open);
			assert.equal(await statusOf(open), 'open');
			await end(ended);
			await stage.changeChannel({ inbox: { allow_messages_after_resolved: false } });
			try {
				await post(answerTo(ended));
				await settled();
				assert.equal(await statusOf(ended), 'resolved');
				const own = (await ended.visitor.call<{ payload: Message[] }>('messages')).body.payload;
				assert.deepEqual(
					own.map(({ content }) => content).filter((content) => content === 'It is 40.'),
					['It is 40.'],
				);
			} finally {
				await stage.changeChannel({ inbox: { allow_messages_after_resolved: true } });
			}
		});

		test('agents who are there see it at once', async () => {
			const mailed = await mailOne();
			const listener = await stage.listenAsAgent();
			await post(answerTo(mailed));
			assert.equal((await listener.next('message.created')).content, 'It is 40.');
			listener.close();
		});

		test('what is no mail, empty or too large has a clear outcome', async () => {
			const mailed = await mailOne();
			for (const [mail, why] of [
				['', /it is empty/],
				['\0\x01garbage', /cannot be read/],
				['\r\n\r\n\r\n', /cannot be read/],
				[answerTo(mailed, { body: ' \n' }), /says nothing/],
				[answerTo(mailed, { headers: { Subject: 'a'.repeat(300_000) } }), /cannot be read/],
			] as const) {
				const { code, text } = await pipe(mail);
				assert.match(text, why);
				assert.equal(code, 65);
				assert.equal((await post(mail)).status, 422);
			}
			const large = answerTo(mailed, { body: 'a'.repeat(31_000_000) });
			assert.equal((await post(large)).status, 413);
			const { code, text } = await pipe(large);
			assert.equal(code, 65);
			assert.match(text, /more than 30 MB/);
			assert.deepEqual(await mailsOf(mailed), []);
		});

		test('a mail that cannot be stored now is to be offered again', async () => {
			const mailed = await mailOne();
			const { code, text } = await pipe(answerTo(mailed), {
				DATABASE_URL: 'postgres://127.0.0.1:9/x',
			});
			assert.equal(code, 75);
			assert.match(text, /^The mail is not read: /);
		});

		test('a mail to a deleted conversation is refused, and one that waited is gone with it', async () => {
			const mailed = await mailOne();
			assert.equal((await mailed.visitor.call('contact', { method: 'DELETE' })).status, 204);
			assert.match((await pipe(answerTo(mailed))).text, /conversation is deleted/);
		});
	});
}
