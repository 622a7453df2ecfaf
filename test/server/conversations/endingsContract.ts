/**
 * How a conversation ends, is reopened, rated and mailed (docs/wire.md, Conversations and
 * Messages).
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test';
import type { Message } from '#protocol/entities/entities.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { parseMail, valueOf } from '../mail/mailParsed.ts';

const FEATURES = ['attachments', 'emoji_picker', 'end_conversation'] as const;

export function describeEndings(database: string, prepare: Prepare): void {
	describe(`endings on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => (setup = await startConversationServer(prepare)));
		after(() => setup.stop());
		beforeEach(() =>
			setup.changeChannel({
				inbox: { csat_survey_enabled: false, email_collect_enabled: false, allow_messages_after_resolved: true },
				widget: { features: FEATURES },
			}),
		);

		const end = (visitor: Visitor) => visitor.call('conversations/toggle_status');
		const resolve = (displayId: number) =>
			setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
		const kindsOf = (messages: Message[]) => messages.map(({ content_type }) => content_type);

		test('a visitor ends the conversation; the team reads who did, the visitor does not', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			await visitor.call('contact', { method: 'PATCH', body: { name: 'ada lee' } });
			const displayId = await beginConversation(visitor);
			const ended = await end(visitor);
			assert.deepEqual([ended.status, ended.body], [200, '']);
			assert.equal((await listener.next('conversation.status_changed')).status, 'resolved');
			assert.equal((await visitor.conversation()).status, 'resolved');
			const activity = (await setup.agent.messages(displayId)).at(-1);
			assert.deepEqual([activity?.message_type, activity?.content], [2, 'Ada lee ended the conversation']);
			assert.deepEqual(activity?.content_attributes, { activity: { code: 'ended', name: 'Ada lee' } });
			assert.equal((await visitor.messages()).length, 1);
			assert.equal((await end(visitor)).status, 200);
			assert.equal((await setup.agent.messages(displayId)).length, 2);
			assert.equal((await visitor.conversation()).status, 'resolved');
			listener.close();
		});

		test("activity messages are in the channel's language, and carry a code for readers of another", async () => {
			await setup.changeChannel({ inbox: { locale: 'de' } });
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			const toggle = (status: string) =>
				setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status } });
			for (const status of ['snoozed', 'pending', 'resolved', 'open']) await toggle(status);
			const { name } = await setup.agent.profile();
			const activities = (await setup.agent.messages(displayId)).filter(({ message_type }) => message_type === 2);
			assert.deepEqual(
				activities.map(({ content }) => content),
				[
					`${name} hat die Unterhaltung zurückgestellt`,
					`${name} hat die Unterhaltung als wartend markiert`,
					`${name} hat die Unterhaltung als abgeschlossen markiert`,
					`${name} hat die Unterhaltung wieder geöffnet`,
				],
			);
			assert.deepEqual(
				activities.map(({ content_attributes }) => content_attributes['activity']),
				['snoozed', 'pending', 'resolved', 'reopened'].map((code) => ({ code, name })),
			);
			await setup.changeChannel({ inbox: { locale: 'en' } });
		});

		test('ending is refused without a conversation, and where the channel forbids it', async () => {
			const visitor = await createVisitor(setup.server.origin);
			await setup.changeChannel({ widget: { features: [] } });
			const missing = await end(visitor);
			assert.deepEqual([missing.status, missing.body], [404, '']);
			await beginConversation(visitor);
			const forbidden = await end(visitor);
			assert.deepEqual([forbidden.status, forbidden.body], [403, '']);
			assert.equal((await visitor.conversation()).status, 'open');
		});

		test('a message reopens a resolved conversation where the channel allows it', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await resolve(displayId);
			assert.equal((await visitor.write('One more thing')).conversation_id, displayId);
			assert.equal((await visitor.conversation()).status, 'open');
		});

		test('a message in a conversation that is closed for good is refused, and a new conversation can be started', async () => {
			await setup.changeChannel({ inbox: { allow_messages_after_resolved: false } });
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await resolve(displayId);
			const refused = await visitor.call('messages', { body: { message: { content: 'One more thing' } } });
			assert.equal(refused.status, 422);
			assert.deepEqual(refused.body, { message: 'Conversation is resolved: start a new one', attributes: ['base'] });
			assert.equal((await visitor.messages()).length, 1);
			const message = { content: 'Something else' };
			const begun = await visitor.call<{ id: number }>('conversations', { body: { message } });
			assert.equal(begun.status, 200);
			assert.notEqual(begun.body.id, displayId);
			assert.equal((await visitor.write('And this')).conversation_id, begun.body.id);
		});

		test('a rating is asked for once per conversation, whoever resolves it, and only where the channel wants one', async () => {
			const silent = await createVisitor(setup.server.origin);
			await resolve(await beginConversation(silent));
			assert.deepEqual(kindsOf(await silent.messages()), ['text']);

			await setup.changeChannel({ inbox: { csat_survey_enabled: true } });
			const visitor = await createVisitor(setup.server.origin);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			const displayId = await beginConversation(visitor);
			await resolve(displayId);
			const asked = await listener.next('message.created', ({ content_type }) => content_type === 'input_csat');
			assert.deepEqual([asked.message_type, asked.content], [3, 'Please rate the conversation']);
			assert.ok(!('sender' in asked));
			await visitor.write('One more thing');
			await end(visitor);
			assert.deepEqual(kindsOf(await visitor.messages()), ['text', 'input_csat', 'text']);
			listener.close();
		});

		test('an email address is asked for once, after the first message, while none is known', async () => {
			await setup.changeChannel({ inbox: { email_collect_enabled: true } });
			const visitor = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(visitor);
			await setup.agent.write(displayId, 'Hello');
			await visitor.write('Still here');
			const messages = await visitor.messages();
			assert.deepEqual(kindsOf(messages), ['text', 'text', 'input_email', 'text', 'text']);
			assert.equal(messages[1]?.content, 'Give the team a way to reach you.');
			assert.equal(messages[2]?.content, 'Get notified by email');

			const known = await createVisitor(setup.server.origin);
			await known.call('contact', { method: 'PATCH', body: { email: 'known@example.com' } });
			await beginConversation(known);
			assert.equal((await known.messages()).length, 1);
		});

		const mails = () => {
			const folder = join(setup.server.dataDir, 'mail');
			if (!existsSync(folder)) return [];
			return readdirSync(folder)
				.filter((name) => /^[^.].*\.eml$/.test(name))
				.map((name) => parseMail(readFileSync(join(folder, name), 'utf8')));
		};
		const mailTo = (address: string) => mails().find(({ headers }) => valueOf(headers, 'to').includes(address));

		test('the transcript goes to the stored address only, with what both said and nothing else', async (t: TestContext) => {
			await setup.changeChannel({ inbox: { csat_survey_enabled: true } });
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { email: 'ada@shop.example' } });
			const displayId = await beginConversation(visitor);
			await setup.agent.write(displayId, 'It is **ready**');
			await setup.agent.write(displayId, 'Between us', { private: true });
			await resolve(displayId);
			const asked = await visitor.call('conversations/transcript', { body: { email: 'eve@elsewhere.example' } });
			assert.deepEqual([asked.status, asked.body], [200, '']);
			await t.waitFor(() => assert.ok(mailTo('ada@shop.example')), PATIENTLY);
			const mail = mailTo('ada@shop.example');
			assert.ok(mail);
			assert.equal(valueOf(mail.headers, 'subject'), `[#${displayId}] Conversation Transcript`);
			assert.match(mail.parts['text/html'] ?? '', /<strong>ready<\/strong>/);
			assert.match(mail.parts['text/plain'] ?? '', /Hello/);
			assert.doesNotMatch(JSON.stringify(mail.parts), /Between us|rate the conversation|resolved/);
			assert.equal(mailTo('eve@elsewhere.example'), undefined);
		});

		test('the team mails a transcript to an address that it names, without private notes', async (t: TestContext) => {
			const displayId = await beginConversation(await createVisitor(setup.server.origin));
			await setup.agent.write(displayId, 'It is **packed**');
			await setup.agent.write(displayId, 'Between us', { private: true });
			const ask = (body: object) =>
				setup.agent.call<{ error?: string }>(`conversations/${displayId}/transcript`, { body });
			for (const body of [{}, { email: ' ' }])
				assert.deepEqual(await ask(body).then(({ status, body: { error } }) => [status, error]), [
					422,
					'email param missing',
				]);
			assert.equal((await ask({ email: 'nobody' })).status, 422);
			const asked = await ask({ email: 'Boss@Shop.example' });
			assert.deepEqual([asked.status, asked.body], [200, '']);
			await t.waitFor(() => assert.ok(mailTo('boss@shop.example')), PATIENTLY);
			const parts = JSON.stringify(mailTo('boss@shop.example')?.parts);
			assert.match(parts, /Hello.*packed/s);
			assert.doesNotMatch(parts, /Between us/);
		});

		test('a transcript without an address, or without a conversation, is not sent', async (t: TestContext) => {
			const visitor = await createVisitor(setup.server.origin);
			const before = mails().length;
			const ask = () => visitor.call('conversations/transcript', { method: 'POST' });
			const early = await ask();
			assert.deepEqual([early.status, early.body], [200, '']);
			await beginConversation(visitor);
			assert.equal((await ask()).status, 200);
			// The next visitor has an address, and no question follows.
			await visitor.call('contact', { method: 'PATCH', body: { email: 'late@shop.example' } });
			assert.equal((await ask()).status, 200);
			await t.waitFor(() => assert.ok(mailTo('late@shop.example')), PATIENTLY);
			assert.equal(mails().length, before + 1);
		});
	});
}
