/** Mail to agents who are not at the desk (docs/application-api.md, Notifications): who is mailed what. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import type { Availability } from '#protocol/entities.ts';
import { addToken } from '../support/channel.ts';
import { PATIENTLY } from '../support/until.ts';
import { beginConversation, createAgent, createVisitor, type Agent, type Visitor } from './api.ts';
import { connectSocketIo } from './cableClients.ts';
import { startConversationServer, type Prepare } from './conversationServer.ts';
import { decodeWords, parseMail, valueOf } from './mailParsed.ts';
import { startSmtpServer } from './mailSmtpServer.ts';

const PUBLIC_URL = 'https://chat.example';

interface Person {
	id: number;
	email: string;
	agent: Agent;
}

export function describeAgentMail(database: string, prepare: Prepare): void {
	describe(`mail to agents who are away, on ${database}`, () => {
		/** Ann and Ben answer on the website, Cem does not. The administrator chooses not to be mailed. */
		async function start(t: TestContext, settings: Record<string, string> = {}) {
			const smtp = await startSmtpServer(t);
			const setup = await startConversationServer(prepare, {
				settings: { SMTP_URL: smtp.url, PUBLIC_URL, MAIL_PAUSE: '1', ...settings },
			});
			t.after(() => setup.stop());
			const { origin } = setup.server;
			const people: Person[] = [];
			for (const name of ['Ann', 'Ben', 'Cem']) {
				const email = `${name.toLowerCase()}@kiln.example`;
				const { body } = await setup.agent.call<{ id: number }>('agents', { body: { name, email } });
				people.push({ id: body.id, email, agent: createAgent(origin, await addToken(setup.where, email)) });
			}
			const [ann, ben, cem] = people as [Person, Person, Person];
			const join = (...members: Person[]) =>
				setup.agent.call('inbox_members', {
					method: 'PATCH',
					body: { inbox_id: 1, user_ids: members.map(({ id }) => id) },
				});
			await join(ann, ben);
			const choose = (agent: Agent, flags: readonly string[]) =>
				agent.call('notification_settings', { method: 'PATCH', body: { selected_email_flags: flags } });
			await choose(setup.agent, []);
			return {
				...setup,
				smtp,
				ann,
				ben,
				cem,
				join,
				choose,
				/** Who was mailed what, in the order of their names. */
				mailed: () =>
					smtp.mails
						.map(({ raw, recipients }) => {
							const subject = decodeWords(valueOf(parseMail(raw).headers, 'subject'));
							return `${String(recipients).split('@')[0]}: ${subject}`;
						})
						.toSorted(),
				async visit(name = 'Ada') {
					const visitor = await createVisitor(origin);
					await visitor.call('contact', { method: 'PATCH', body: { name } });
					return visitor;
				},
				/** Resolves once all that has happened before has been looked at. */
				passed: () =>
					t.waitFor(async () => {
						const waiting = await setup.query('select waiting_since from agent_mails where waiting_since is not null');
						const queued = await setup.query('select id from deliveries');
						assert.deepEqual([waiting, queued], [[], []]);
					}, PATIENTLY),
				async comeOnline({ agent, id }: Person) {
					const { pubsub_token, account_id } = await agent.profile();
					const listener = await connectSocketIo(origin, { pubsub_token, account_id, user_id: id });
					await listener.next('presence.update');
					t.after(() => listener.close());
				},
				setAvailability: ({ id }: Person, availability: Availability) =>
					setup.agent.call(`agents/${id}`, { method: 'PATCH', body: { availability } }),
				assign: (displayId: number, { id }: Person, by: Agent = setup.agent) =>
					by.call(`conversations/${displayId}/assignments`, { body: { assignee_id: id } }),
			};
		}
		type Stage = Awaited<ReturnType<typeof start>>;

		/** What happens → who is mailed. Each on a server of its own. */
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
			'an assignment is told of, unless it is their own': {
				act: async ({ visit, assign, ann, ben }) => {
					await assign(await beginConversation(await visit('Ada')), ann);
					await assign(await beginConversation(await visit('Bob')), ben, ben.agent);
				},
				mailed: ['ann: The conversation with Ada is yours now', 'ben: New message from Bob'],
			},
			'blocked visitors, notes, what the team begins, and what is resolved are not mailed': {
				act: async ({ visit, agent, assign, ann, passed }) => {
					const blocked = await visit();
					const first = await beginConversation(blocked);
					await agent.call(`conversations/${first}/mute`, { method: 'POST' });
					await blocked.write('Still here');
					const resolved = await beginConversation(await visit());
					await agent.call(`conversations/${resolved}/toggle_status`, { body: { status: 'resolved' } });
					const visitor = await visit();
					const begun = {
						source_id: undefined,
						inbox_id: 1,
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
				act: async ({ visit, addBot, server, mailed, query }) => {
					// It takes what it is told: one that fails would hand over at once.
					const program = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
					await once(program, 'listening');
					const token = await addBot('Robot', `http://127.0.0.1:${(program.address() as AddressInfo).port}/`);
					const displayId = await beginConversation(await visit());
					assert.deepEqual([await query('select * from agent_mails'), mailed()], [[], []]);
					program.close();
					const bot = createAgent(server.origin, token);
					await bot.call(`conversations/${displayId}/toggle_status`, { body: { status: 'open' } });
				},
				mailed: ['ann: New conversation with Ada', 'ben: New conversation with Ada'],
			},
		};
		for (const [name, { act, mailed }] of Object.entries(CASES))
			test(name, async (t) => {
				const stage = await start(t, { PRIVATE_WEBHOOKS: 'on' });
				await act(stage);
				await t.waitFor(async () => {
					const waiting = await stage.query('select waiting_since from agent_mails where waiting_since is not null');
					const queued = await stage.query("select id from deliveries where receiver_type = 'mail'");
					assert.deepEqual([waiting, queued], [[], []]);
				}, PATIENTLY);
				assert.deepEqual(stage.mailed(), mailed);
			});

		test('one mail has all of a pause, with links to the conversation and to the settings', async (t) => {
			const { visit, choose, ben, smtp, passed, mailed } = await start(t, { MAIL_PAUSE: '2' });
			await choose(ben.agent, []);
			const visitor: Visitor = await visit();
			const displayId = await beginConversation(visitor);
			await visitor.write('Do you ship to **Norway**?');
			await passed();
			assert.deepEqual(mailed(), ['ann: New conversation with Ada']);
			const { parts } = parseMail(smtp.mails[0]?.raw ?? '');
			assert.match(parts['text/plain'] ?? '', /Hello[^]*Norway/);
			for (const part of Object.values(parts)) {
				assert.ok(part.includes(`${PUBLIC_URL}/desk#/conversations/${displayId}`), part);
				assert.ok(part.includes(`${PUBLIC_URL}/desk#/settings/notifications`), part);
			}
			assert.match(parts['text/html'] ?? '', /<strong>Norway<\/strong>/);
		});

		test('a mail that has waited for the mail server is not sent to who has left, or once it is seen', async (t) => {
			const { visit, smtp, agent, ann, passed, query } = await start(t);
			smtp.refusals.push(...Array.from({ length: 12 }, () => 451));
			const displayId = await beginConversation(await visit());
			await t.waitFor(async () => {
				const failed = await query('select id from deliveries where failure is not null');
				assert.ok(failed.length > 0);
			}, PATIENTLY);
			await agent.call(`agents/${ann.id}`, { method: 'DELETE' });
			await agent.call(`conversations/${displayId}/update_last_seen`, { method: 'POST' });
			await query('update delivery_queues set due_at = 1');
			await passed();
			assert.equal(smtp.mails.length, 0);
		});

		test('what a visitor wrote and the team deleted is not in mails that waited; what else is in there is mailed', async (t) => {
			const { visit, smtp, agent, ann, ben, passed, mailed, query } = await start(t, { MAIL_PAUSE: '3600' });
			const endPause = () => query('update agent_mails set waiting_since = 1 where waiting_since is not null');
			for (const { email } of [ann, ben]) smtp.full.add(email);
			const visitor = await visit();
			const displayId = await beginConversation(visitor);
			const card = await visitor.write('4111 1111 1111 1111');
			await endPause();
			await t.waitFor(async () => {
				const told = await query(`select mailed_message_id from agent_mails where mailed_message_id >= ${card.id}`);
				const failed = await query('select id from deliveries where failure is not null');
				assert.deepEqual([told.length, failed.length > 0], [1, true]);
			}, PATIENTLY);
			await agent.call(`conversations/${displayId}/messages/${card.id}`, { method: 'DELETE' });
			assert.deepEqual(await query(`select id from deliveries where payload like '%4111%'`), []);
			smtp.full.clear();
			await endPause();
			await passed();
			assert.deepEqual(mailed(), ['ann: New conversation with Ada', 'ben: New conversation with Ada']);
			for (const { raw } of smtp.mails) {
				const text = parseMail(raw).parts['text/plain'] ?? '';
				assert.match(text, /Hello/);
				assert.doesNotMatch(text, /4111/);
			}
		});
	});
}
