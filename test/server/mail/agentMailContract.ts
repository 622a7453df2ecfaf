/**
 * Mail to agents who are not at the desk (docs/application-api.md, Notifications): who is mailed
 * what.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Availability } from '#protocol/entities/entities.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { addBot, addToken } from '../../support/channel.ts';
import { PATIENTLY } from '../../support/until.ts';
import { beginConversation, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { connectSocketIo } from '../realtime/cableClients.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';
import { holdDeliveries } from '../receivers/holdDeliveries.ts';
import { decodeWords, parseMail, valueOf } from './mailParsed.ts';
import { startSmtpServer, type TestSmtpServer } from './mailSmtpServer.ts';

const PUBLIC_URL = 'https://chat.example';

interface Person {
	id: number;
	email: string;
	agent: Agent;
}

export function describeAgentMail(database: string, prepare: Prepare): void {
	describe(`mail to agents who are away, on ${database}`, () => {
		let smtp: TestSmtpServer;
		let setup: ConversationServer;
		const ends: (() => Promise<void>)[] = [];
		let count = 0;
		before(async () => {
			smtp = await startSmtpServer({ after: (end) => void ends.push(end) });
			// What waits is mailed when the test ends the pause.
			const settings = { SMTP_URL: smtp.url, PUBLIC_URL, MAIL_PAUSE: '3600', PRIVATE_WEBHOOKS: 'on' };
			setup = await startConversationServer(prepare, { settings, pace: 0.01 });
			await choose(setup.agent, []);
		});
		after(async () => {
			await setup.stop();
			for (const end of ends) await end();
		});

		const choose = (agent: Agent, flags: readonly string[]) =>
			agent.call('notification_settings', { method: 'PATCH', body: { selected_email_flags: flags } });

		/**
		 * A website of the test's own: Ann and Ben answer on it, Cem does not. The administrator
		 * chooses not to be mailed.
		 */
		async function start(
			t: TestContext,
			{ server, agent, where, query }: ConversationServer = setup,
			mailServer = smtp,
		) {
			const { origin } = server;
			const nth = ++count;
			const people: Person[] = [];
			for (const name of ['Ann', 'Ben', 'Cem']) {
				const email = `${name.toLowerCase()}@team-${nth}.example`;
				const { body } = await agent.call<{ id: number }>('agents', { body: { name, email } });
				people.push({ id: body.id, email, agent: createAgent(origin, await addToken(where, email)) });
			}
			const [ann, ben, cem] = people as [Person, Person, Person];
			const { body: inbox } = await agent.call<TeamInbox>('inboxes', {
				body: { name: `Shop ${nth}`, channel: { type: 'web_widget' } },
			});
			const join = (...members: Person[]) =>
				agent.call('inbox_members', {
					method: 'PATCH',
					body: { inbox_id: inbox.id, user_ids: members.map(({ id }) => id) },
				});
			await join(ann, ben);
			/** What was mailed to these people. */
			const mails = () =>
				mailServer.mails.filter(({ recipients }) => String(recipients).endsWith(`@team-${nth}.example`));
			return {
				query,
				server,
				where,
				agent,
				inbox,
				smtp: mailServer,
				ann,
				ben,
				cem,
				join,
				choose,
				mails,
				/** Who was mailed what, in the order of their names. */
				mailed: () =>
					mails()
						.map(({ raw, recipients }) => {
							const subject = decodeWords(valueOf(parseMail(raw).headers, 'subject'));
							return `${String(recipients).split('@')[0]}: ${subject}`;
						})
						.toSorted(),
				async visit(name = 'Ada') {
					const visitor = await createVisitor(origin, undefined, inbox.website_token);
					await visitor.call('contact', { method: 'PATCH', body: { name } });
					return visitor;
				},
				/**
				 * Ends the pause, and resolves once mails have failed of which none is tried again
				 * until the test wants it.
				 */
				async failed() {
					await query('update agent_mails set waiting_since = 1 where waiting_since is not null');
					await t.waitFor(async () => {
						const tried = await query("select id from deliveries where failure is not null and receiver_type = 'mail'");
						assert.ok(tried.length > 0);
					}, PATIENTLY);
					await holdDeliveries(t, setup);
				},
				/**
				 * Resolves once all that has happened before has been looked at, whose pause ends
				 * here.
				 */
				async passed() {
					await query('update agent_mails set waiting_since = 1 where waiting_since is not null');
					await t.waitFor(async () => {
						const waiting = await query('select waiting_since from agent_mails where waiting_since is not null');
						const queued = await query("select id from deliveries where receiver_type = 'mail'");
						assert.deepEqual([waiting, queued], [[], []]);
					}, PATIENTLY);
				},
				async comeOnline({ agent: person, id }: Person) {
					const { pubsub_token, account_id } = await person.profile();
					const listener = await connectSocketIo(origin, { pubsub_token, account_id, user_id: id });
					await listener.next('presence.update');
					t.after(() => listener.close());
				},
				setAvailability: ({ id }: Person, availability: Availability) =>
					agent.call(`agents/${id}`, { method: 'PATCH', body: { availability } }),
				assign: (displayId: number, { id }: Person, by: Agent = agent) =>
					by.call(`conversations/${displayId}/assignments`, { body: { assignee_id: id } }),
			};
		}
		type Stage = Awaited<ReturnType<typeof start>>;

		/** What happens → who is mailed. */
		const CASES: Record<string, { act: (stage: Stage) => Promise<unknown>; mailed: string[] }> = {
			'a new conversation is for all who may see it': {
				act: async ({ visit }) => beginConversation(await visit()),
				mailed: ['ann: New conversation with Ada', 'ben: New conversation with Ada'],
			},
			'nobody is mailed while anybody who may see it is there': {
				act: async ({ visit, comeOnline, ben }) => {
					await comeOnline(ben);
					await beginConversation(await visit());
				},
				mailed: [],
			},
			'who has the desk open and chose to be busy or offline does not count as there': {
				act: async ({ visit, comeOnline, setAvailability, ann, ben }) => {
					await setAvailability(ann, 'busy');
					await setAvailability(ben, 'offline');
					await comeOnline(ann);
					await comeOnline(ben);
					await beginConversation(await visit());
				},
				mailed: ['ann: New conversation with Ada', 'ben: New conversation with Ada'],
			},
			'who has closed the desk does not count as there, although visitors see them as online': {
				act: async ({ visit, agent, ann, ben }) => {
					for (const { id } of [ann, ben])
						await agent.call(`agents/${id}`, { method: 'PATCH', body: { auto_offline: false } });
					await beginConversation(await visit());
				},
				mailed: ['ann: New conversation with Ada', 'ben: New conversation with Ada'],
			},
			'an assignee who has the desk open and chose to be busy is mailed': {
				act: async ({ visit, assign, setAvailability, comeOnline, ann, ben, passed }) => {
					await comeOnline(ben);
					const visitor = await visit();
					const displayId = await beginConversation(visitor);
					await passed();
					await setAvailability(ann, 'busy');
					await comeOnline(ann);
					await assign(displayId, ann);
					await passed();
					await visitor.write('More');
				},
				mailed: ['ann: New message from Ada', 'ann: The conversation with Ada is yours now'],
			},
			'who may not see it does not count as there': {
				act: async ({ visit, comeOnline, cem }) => {
					await comeOnline(cem);
					await beginConversation(await visit());
				},
				mailed: ['ann: New conversation with Ada', 'ben: New conversation with Ada'],
			},
			'only who wants it is mailed': {
				act: async ({ visit, choose, ann }) => {
					await choose(ann.agent, ['email_conversation_assignment']);
					await beginConversation(await visit());
				},
				mailed: ['ben: New conversation with Ada'],
			},
			'who has left the website meanwhile is not mailed': {
				act: async ({ visit, join, ben }) => {
					await beginConversation(await visit());
					await join(ben);
				},
				mailed: ['ben: New conversation with Ada'],
			},
			'what the team has seen is not mailed': {
				act: async ({ visit, agent }) => {
					const displayId = await beginConversation(await visit());
					await agent.call(`conversations/${displayId}/update_last_seen`, { method: 'POST' });
				},
				mailed: [],
			},
			'a message in a conversation is for its assignee alone, who is away, whoever else is there': {
				act: async ({ visit, assign, passed, comeOnline, ann, ben, choose }) => {
					await choose(ann.agent, ['email_assigned_conversation_new_message']);
					await comeOnline(ben);
					const visitor = await visit();
					await assign(await beginConversation(visitor), ann);
					await passed();
					await visitor.write('More');
				},
				mailed: ['ann: New message from Ada', 'ann: New message from Ada'],
			},
			'a message is for who follows the conversation, too, while they are away, and as they choose': {
				act: async ({ visit, assign, passed, ann, ben, choose }) => {
					const visitor = await visit();
					const displayId = await beginConversation(visitor);
					await assign(displayId, ann);
					await passed();
					await ben.agent.call(`conversations/${displayId}/participants`, { body: { user_ids: [ben.id] } });
					await visitor.write('More');
					await passed();
					await choose(ben.agent, ['email_conversation_mention']);
					await visitor.write('And more');
				},
				mailed: [
					'ann: New message from Ada',
					'ann: New message from Ada',
					'ann: The conversation with Ada is yours now',
					'ben: New message from Ada',
				],
			},
			'an assignment is told of, unless it is their own': {
				act: async ({ visit, assign, ann, ben }) => {
					await assign(await beginConversation(await visit('Ada')), ann);
					await assign(await beginConversation(await visit('Bob')), ben, ben.agent);
				},
				mailed: ['ann: The conversation with Ada is yours now', 'ben: New message from Bob'],
			},
			'blocked visitors, notes, what the team begins, and what is resolved are not mailed': {
				act: async ({ visit, agent, inbox, assign, ann, passed }) => {
					const blocked = await visit();
					const first = await beginConversation(blocked);
					await agent.call(`conversations/${first}/mute`, { method: 'POST' });
					await blocked.write('Still here');
					const resolved = await beginConversation(await visit());
					await agent.call(`conversations/${resolved}/toggle_status`, { body: { status: 'resolved' } });
					const visitor = await visit();
					const begun = {
						source_id: undefined,
						inbox_id: inbox.id,
						contact_id: visitor.contactId,
						message: { content: 'Hi' },
					};
					const { body } = await agent.call<{ id: number }>('conversations', { body: begun });
					await agent.call(`conversations/${body.id}/update_last_seen`, { method: 'POST' });
					await passed();
					await agent.write(body.id, 'Only for us', { private: true });
					await assign(body.id, ann, ann.agent);
					await agent.write(body.id, 'For Ann', { private: true });
				},
				mailed: [],
			},
			'a conversation with a bot is nobody’s until the bot hands it over': {
				act: async ({ visit, server, where, inbox, mailed, query }) => {
					// It takes what it is told: one that fails would hand over at once.
					const program = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
					await once(program, 'listening');
					const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}/`;
					const token = await addBot(where, 'Robot', url, inbox.website_token);
					const displayId = await beginConversation(await visit());
					const waiting = await query(
						`select id from agent_mails join conversations on id = conversation_id where inbox_id = ${inbox.id}`,
					);
					assert.deepEqual([waiting, mailed()], [[], []]);
					program.close();
					const bot = createAgent(server.origin, token);
					await bot.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
				},
				mailed: ['ann: New conversation with Ada', 'ben: New conversation with Ada'],
			},
		};
		for (const [name, { act, mailed }] of Object.entries(CASES))
			test(name, async (t) => {
				const stage = await start(t);
				await act(stage);
				await stage.passed();
				assert.deepEqual(stage.mailed(), mailed);
			});

		test('who is named in a note is mailed that, without the note, unless they are at the desk', async (t) => {
			const { visit, agent, ann, ben, comeOnline, passed, mails, mailed } = await start(t);
			const displayId = await beginConversation(await visit());
			await passed();
			const before = mailed();
			await comeOnline(ben);
			const named = [ann, ben].map(({ id }) => `[@You](mention://user/${id}/You)`).join(' ');
			await agent.write(displayId, `A secret for ${named}`, { private: true });
			await passed();
			assert.deepEqual(mailed(), [...before, 'ann: You were mentioned in the conversation with Ada'].toSorted());
			const [mail] = mails().slice(-1);
			assert.doesNotMatch(String(mail?.raw), /secret/);
		});

		test('one mail has all of a pause, with links to the conversation and to the settings', async (t) => {
			const smtpOfOwn = await startSmtpServer(t);
			const own = await startConversationServer(prepare, {
				settings: { SMTP_URL: smtpOfOwn.url, PUBLIC_URL, MAIL_PAUSE: '2' },
			});
			t.after(() => own.stop());
			await choose(own.agent, []);
			const { visit, ben, mails, mailed } = await start(t, own, smtpOfOwn);
			await choose(ben.agent, []);
			const visitor: Visitor = await visit();
			const displayId = await beginConversation(visitor);
			await visitor.write('Do you ship to **Norway**?');
			await t.waitFor(() => assert.deepEqual(mailed(), ['ann: New conversation with Ada']), PATIENTLY);
			const { parts } = parseMail(mails()[0]?.raw ?? '');
			assert.match(parts['text/plain'] ?? '', /Hello[^]*Norway/);
			for (const part of Object.values(parts)) {
				assert.ok(part.includes(`${PUBLIC_URL}/desk#/conversations/${displayId}`), part);
				assert.ok(part.includes(`${PUBLIC_URL}/desk#/settings/notifications`), part);
			}
			assert.match(parts['text/html'] ?? '', /<strong>Norway<\/strong>/);
		});

		test('a mail that has waited for the mail server is not sent to who has left, or once it is seen', async (t) => {
			const { visit, agent, ann, failed, passed, mails, query } = await start(t);
			smtp.refusals.push(...Array.from({ length: 1_000 }, () => 451));
			t.after(() => (smtp.refusals.length = 0));
			const displayId = await beginConversation(await visit());
			await failed();
			await agent.call(`agents/${ann.id}`, { method: 'DELETE' });
			await agent.call(`conversations/${displayId}/update_last_seen`, { method: 'POST' });
			smtp.refusals.length = 0;
			await query('update delivery_queues set due_at = 1');
			await passed();
			assert.equal(mails().length, 0);
		});

		test('what a visitor wrote and the team deleted is not in mails that waited; what else is in there is mailed', async (t) => {
			const { visit, agent, ann, ben, failed, passed, mails, mailed, query } = await start(t);
			for (const { email } of [ann, ben]) smtp.full.add(email);
			const visitor = await visit();
			const displayId = await beginConversation(visitor);
			const card = await visitor.write('4111 1111 1111 1111');
			await failed();
			const told = await query(`select mailed_message_id from agent_mails where mailed_message_id >= ${card.id}`);
			assert.equal(told.length, 1);
			await agent.call(`conversations/${displayId}/messages/${card.id}`, { method: 'DELETE' });
			assert.deepEqual(await query(`select id from deliveries where payload like '%4111%'`), []);
			smtp.full.clear();
			await query('update delivery_queues set due_at = 1');
			await passed();
			assert.deepEqual(mailed(), ['ann: New conversation with Ada', 'ben: New conversation with Ada']);
			for (const { raw } of mails()) {
				const text = parseMail(raw).parts['text/plain'] ?? '';
				assert.match(text, /Hello/);
				assert.doesNotMatch(text, /4111/);
			}
		});
	});
}
