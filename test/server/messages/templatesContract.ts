/**
 * Template messages (greetings, out of office, questions) in the visitor's language, and what
 * happens as time passes (docs/wire.md, Template messages).
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test';
import type { Account } from '#protocol/application/accountRoutes.ts';
import type { WorkingHours } from '#protocol/entities/channel.ts';
import { MessageType, type Message } from '#protocol/entities/entities.ts';
import type { ErrorBody } from '#protocol/base/errors.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, call, createVisitor, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { parseMail, valueOf } from '../mail/mailParsed.ts';

const DAY = 24 * 60 * 60_000;
const CLOSED: WorkingHours[] = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
	day_of_week: day,
	open_hour: null,
	open_minutes: null,
	close_hour: null,
	close_minutes: null,
	closed_all_day: true,
	open_all_day: false,
}));
const OPEN = CLOSED.map((day) => ({ ...day, closed_all_day: false, open_all_day: true }));

export function describeTemplates(database: string, prepare: Prepare): void {
	describe(`templates on ${database}`, () => {
		let setup: ConversationServer;
		before(async () => (setup = await startConversationServer(prepare)));
		after(() => setup.stop());
		beforeEach(() =>
			setup.changeChannel({
				inbox: {
					locale: 'en',
					timezone: 'UTC',
					greeting_enabled: false,
					greeting_message: 'Welcome!',
					working_hours_enabled: false,
					working_hours: CLOSED,
					out_of_office_message: 'We are asleep.',
					email_collect_enabled: false,
					csat_survey_enabled: false,
				},
			}),
		);

		const saidBySelf = (messages: Message[]) =>
			messages.filter(({ message_type }) => message_type === MessageType.TEMPLATE).map(({ content }) => content);
		const write = (visitor: Visitor, content: string, locale: string) =>
			visitor.call<Message>(`messages?locale=${locale}`, { body: { message: { content } } });
		const resolve = (displayId: number) =>
			setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });

		test('a greeting answers the first message, once, and reaches connected clients', async () => {
			await setup.changeChannel({ inbox: { greeting_enabled: true } });
			const visitor = await createVisitor(setup.server.origin);
			const listener = await connectSocketIo(setup.server.origin, { pubsub_token: visitor.pubsubToken });
			await visitor.write('Hello');
			const pushed = await listener.next('message.created', ({ message_type }) => message_type === 3);
			assert.deepEqual([pushed.content, pushed.content_type], ['Welcome!', 'text']);
			await visitor.write('Anybody?');
			const messages = await visitor.messages();
			assert.deepEqual(
				messages.map(({ content }) => content),
				['Hello', 'Welcome!', 'Anybody?'],
			);
			assert.ok(!('sender' in (messages[1] ?? {})));
			listener.close();
		});

		test('a greeting hides from the team neither what the visitor has written nor that it is unread', async () => {
			await setup.changeChannel({ inbox: { greeting_enabled: true } });
			const visitor = await createVisitor(setup.server.origin);
			const id = await beginConversation(visitor);
			assert.ok((await visitor.messages()).some(({ content }) => content === 'Welcome!'));
			const { last_said_message: said, unread_count } = await setup.agent.conversation(id);
			assert.deepEqual([said?.content, unread_count], ['Hello', 1]);
			await setup.agent.call(`conversations/${id}/update_last_seen`, {
				body: { last_seen_message_id: said?.id },
			});
			assert.equal((await setup.agent.conversation(id)).unread_count, 0);
		});

		test('a channel without a greeting, or with an empty one, sends none', async () => {
			const off = await createVisitor(setup.server.origin);
			await off.write('Hello');
			await setup.changeChannel({ inbox: { greeting_enabled: true, greeting_message: '  ' } });
			const blank = await createVisitor(setup.server.origin);
			await blank.write('Hello');
			assert.deepEqual([...saidBySelf(await off.messages()), ...saidBySelf(await blank.messages())], []);
		});

		test('outside business hours the out-of-office message is sent instead of a greeting, once a day', async () => {
			await setup.changeChannel({ inbox: { greeting_enabled: true, working_hours_enabled: true } });
			const visitor = await createVisitor(setup.server.origin);
			await visitor.write('Hello');
			await visitor.write('Hello?');
			assert.deepEqual(saidBySelf(await visitor.messages()), ['We are asleep.']);
			await setup.query(`update messages set created_at = created_at - ${DAY} where message_type = 3`);
			await visitor.write('A day later');
			assert.deepEqual(saidBySelf(await visitor.messages()), ['We are asleep.', 'We are asleep.']);
		});

		test('the out-of-office text is filled in wherever the visitor reads it', async () => {
			const text = 'Hello {{contact.first_name | there}}, we are closed';
			await setup.changeChannel({ inbox: { working_hours_enabled: true, out_of_office_message: text } });
			const visitor = await createVisitor(setup.server.origin);
			const page = async (token: string) =>
				(await fetch(`${setup.server.origin}/widget?website_token=demo&cw_conversation=${token}`)).text();
			const config = async () =>
				(
					await visitor.call<{ website_channel_config: { out_of_office_message: string } }>('config', {
						method: 'POST',
					})
				).body.website_channel_config.out_of_office_message;
			for (const shown of [await config(), await page(visitor.authToken), await page('')])
				assert.match(shown, /Hello there, we are closed/);
			const known = await visitor.call<{ out_of_office_message: string }>('contact', {
				method: 'PATCH',
				body: { name: 'Grace Hopper' },
			});
			for (const shown of [known.body.out_of_office_message, await config(), await page(visitor.authToken)])
				assert.match(shown, /Hello Grace, we are closed/);
			assert.match(await page(''), /Hello there, we are closed/);
			await visitor.write('Hello');
			const [, answer] = await visitor.messages();
			assert.equal(answer?.content, 'Hello Grace, we are closed');
			assert.equal(answer?.content_attributes['template'], 'out_of_office');
		});

		test('no out-of-office message is sent within business hours, without any, or while an agent is answering', async () => {
			const without = await createVisitor(setup.server.origin);
			await without.write('Hello');
			await setup.changeChannel({ inbox: { working_hours_enabled: true, working_hours: OPEN } });
			const within = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(within);
			await setup.agent.write(displayId, 'Still here, by the way');
			await setup.changeChannel({ inbox: { working_hours: CLOSED } });
			await within.write('Good');
			assert.deepEqual([...saidBySelf(await without.messages()), ...saidBySelf(await within.messages())], []);
			await setup.query(`update messages set created_at = created_at - 301000 where message_type = 1`);
			await within.write('Where did you go?');
			assert.deepEqual(saidBySelf(await within.messages()), ['We are asleep.']);
		});

		test("the language is the request's, else the last message's, else the channel's", async () => {
			await setup.changeChannel({ inbox: { email_collect_enabled: true, csat_survey_enabled: true, locale: 'pt_BR' } });
			const german = await createVisitor(setup.server.origin);
			const displayId = (await write(german, 'Hallo', 'de')).body.conversation_id;
			await resolve(displayId);
			assert.deepEqual(saidBySelf(await german.messages()), [
				'Geben Sie dem Team eine Möglichkeit, Sie zu erreichen.',
				'Lassen Sie sich per E-Mail benachrichtigen',
				'Bitte bewerten Sie die Unterhaltung',
			]);
			const unknown = await createVisitor(setup.server.origin);
			await write(unknown, 'Oi', 'tlh');
			assert.match(saidBySelf(await unknown.messages())[0] ?? '', /equipe/);
			const changing = await createVisitor(setup.server.origin);
			const changed = (await write(changing, 'Hello', 'en')).body.conversation_id;
			await write(changing, 'مرحبا', 'ar');
			await resolve(changed);
			const words = saidBySelf(await changing.messages());
			assert.equal(words[0], 'Give the team a way to reach you.');
			assert.match(words.at(-1) ?? '', /^\p{Script=Arabic}/u);
		});

		test('a blocked visitor is not asked for a rating, neither as they are blocked nor later', async () => {
			await setup.changeChannel({ inbox: { csat_survey_enabled: true } });
			const blocked = await createVisitor(setup.server.origin);
			const displayId = await beginConversation(blocked);
			await setup.agent.call(`conversations/${displayId}/mute`, { method: 'POST' });
			await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
			await resolve(displayId);
			assert.deepEqual(saidBySelf(await blocked.messages()), []);
			await setup.agent.call(`conversations/${displayId}/unmute`, { method: 'POST' });
			await setup.agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
			await resolve(displayId);
			assert.deepEqual(saidBySelf(await blocked.messages()), ['Please rate the conversation']);
		});

		test('the transcript is in the language of the visitor who requests it', async (t: TestContext) => {
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { email: 'heidi@berg.example' } });
			const displayId = await beginConversation(visitor);
			await visitor.call('conversations/transcript?locale=de', { method: 'POST' });
			const folder = join(setup.server.dataDir, 'mail');
			const mail = await t.waitFor(() => {
				const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name)) : [];
				const mails = names.map((name) => parseMail(readFileSync(join(folder, name), 'utf8')));
				const found = mails.find(({ headers }) => valueOf(headers, 'to').includes('heidi@berg.example'));
				assert.ok(found);
				return found;
			}, PATIENTLY);
			assert.equal(valueOf(mail.headers, 'subject'), `[#${displayId}] Chatverlauf`);
			assert.match(mail.parts['text/html'] ?? '', /<html lang="de" dir="ltr">/);
		});

		test("variables in the team's texts are filled in for the visitor, those in the visitor's are not", async () => {
			await setup.changeChannel({ inbox: { greeting_enabled: true, greeting_message: 'Hi {{contact.first_name}}!' } });
			const visitor = await createVisitor(setup.server.origin);
			await visitor.call('contact', { method: 'PATCH', body: { name: 'Grace Hopper' } });
			const displayId = (await visitor.write('I am {{contact.name}}')).conversation_id;
			const written = await setup.agent.write(displayId, '{{contact.name}}, this is {{agent.name}}: `{{contact.id}}`');
			assert.equal(written.content, 'Grace Hopper, this is Ada: `{{contact.id}}`');
			assert.deepEqual(
				(await visitor.messages()).map(({ content }) => content),
				['I am {{contact.name}}', 'Hi Grace!', written.content],
			);
		});

		test('a name that is too long is refused by every route that takes one, and nothing is stored', async () => {
			const visitor = await createVisitor(setup.server.origin);
			const name = 'a'.repeat(256);
			const refusals = [
				await visitor.call('contact', { method: 'PATCH', body: { name } }),
				await visitor.call('contact/set_user', { method: 'PATCH', body: { identifier: 'long', name } }),
				await visitor.call('conversations', { body: { contact: { name }, message: { content: 'Hello' } } }),
			];
			for (const { status, body } of refusals) {
				assert.equal(status, 422);
				assert.deepEqual(body, { message: 'Name is too long (maximum is 255 characters)', attributes: ['name'] });
			}
			assert.deepEqual(await visitor.conversation(), {});
			const longest = await visitor.call('contact', { method: 'PATCH', body: { name: 'a'.repeat(255) } });
			assert.equal(longest.status, 200);
		});

		describe('as time passes', () => {
			let others: TestServer[] = [];
			/**
			 * A server checks conversations when it starts; two at once are like two processes of
			 * one installation.
			 */
			const letTimePass = async () => {
				const { dataDir, databaseUrl } = setup.where;
				const options = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
				others = await Promise.all([startServer(options), startServer(options)]);
			};
			beforeEach(() => {
				others = [];
			});
			const stopOthers = () => Promise.all(others.map((other) => other.stop()));

			test('an idle conversation is resolved once, with the reason', async (t: TestContext) => {
				const account = (of: object) =>
					call<Account>(setup.server.origin, '/api/v1/accounts/1', {
						headers: { api_access_token: setup.agent.token },
						...of,
					});
				const settings = (body: object) => account({ method: 'PATCH', body });
				assert.equal((await settings({ auto_resolve_duration: '3' })).body.auto_resolve_duration, 3);
				const [idle, recent] = [await createVisitor(setup.server.origin), await createVisitor(setup.server.origin)];
				const displayId = await beginConversation(idle);
				const recentId = await beginConversation(recent);
				const ago = (days: number) => Date.now() - days * DAY;
				await setup.query(`update conversations set last_activity_at = ${ago(3.1)} where display_id = ${displayId}`);
				await setup.query(`update conversations set last_activity_at = ${ago(2.9)} where display_id = ${recentId}`);
				await letTimePass();
				await t.waitFor(
					async () => assert.equal((await setup.agent.conversation(displayId)).status, 'resolved'),
					PATIENTLY,
				);
				await stopOthers();
				const activities = (await setup.agent.messages(displayId)).filter(({ message_type }) => message_type === 2);
				assert.deepEqual(
					activities.map(({ content }) => content),
					['Conversation was marked resolved by the system due to 3 days of inactivity'],
				);
				assert.deepEqual(activities[0]?.content_attributes, { activity: { code: 'idle', days: 3 } });
				assert.equal((await setup.agent.conversation(recentId)).status, 'open');
				const wrong = await settings({ auto_resolve_duration: 1000 });
				assert.equal(wrong.status, 422);
				assert.equal(
					(wrong.body as Partial<ErrorBody>).error,
					'Validation failed: Auto resolve duration must be at most 999 days',
				);
				assert.equal((await settings({ name: ' ' })).status, 422);
				const { body } = await settings({ name: 'Halden', auto_resolve_duration: null });
				const { etag, ...facts } = body;
				assert.match(etag, /^".+"$/);
				assert.deepEqual(facts, { id: 1, name: 'Halden', status: 'active', auto_resolve_duration: null });
				assert.deepEqual((await account({})).body, body);
			});

			test('a snoozed conversation comes back when it is due, and not before', async (t: TestContext) => {
				const due = await beginConversation(await createVisitor(setup.server.origin));
				const later = await beginConversation(await createVisitor(setup.server.origin));
				const endless = await beginConversation(await createVisitor(setup.server.origin));
				const snooze = (displayId: number, until?: number) =>
					setup.agent.call(`conversations/${displayId}/toggle_status`, {
						body: { status: 'snoozed', ...(until === undefined ? {} : { snoozed_until: until }) },
					});
				await snooze(due, Date.now() / 1000 - 60);
				await snooze(later, Date.now() / 1000 + 3600);
				await snooze(endless);
				await letTimePass();
				await t.waitFor(async () => assert.equal((await setup.agent.conversation(due)).status, 'open'), PATIENTLY);
				await stopOthers();
				assert.equal((await setup.agent.conversation(due)).snoozed_until, null);
				const reopened = (await setup.agent.messages(due)).filter(({ content }) =>
					/reopened by the system/.test(content ?? ''),
				);
				assert.equal(reopened.length, 1);
				assert.equal((await setup.agent.conversation(later)).status, 'snoozed');
				assert.equal((await setup.agent.conversation(endless)).status, 'snoozed');
			});
		});
	});
}
