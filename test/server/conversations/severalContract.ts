/** A visitor with several conversations at once (docs/wire.md, Several conversations). */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ListedConversation, Message, VisitorConversation } from '#protocol/entities/entities.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { call, createVisitor, type Call, type Visitor } from '../api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from '../conversationServer.ts';

type Name = {
	[N in keyof typeof widgetRoutes]: (typeof widgetRoutes)[N] extends {
		query: { entries: { conversation_id: unknown } };
	}
		? N
		: never;
}[keyof typeof widgetRoutes];

/**
 * A call of each route that takes `conversation_id`, about the messages that the visitor and the
 * team have written there. A route without a row does not compile.
 */
const CALLS: { [N in Name]: (own: number, teams: number) => { path: string } & Call } = {
	showConversation: () => ({ path: 'conversations' }),
	toggleTyping: () => ({ path: 'conversations/toggle_typing', body: { typing_status: 'on' } }),
	updateLastSeen: (_own, teams) => ({
		path: 'conversations/update_last_seen',
		body: { last_seen_message_id: teams },
	}),
	endConversation: () => ({ path: 'conversations/toggle_status' }),
	sendTranscript: () => ({ path: 'conversations/transcript', method: 'POST' }),
	setConversationAttributes: () => ({
		path: 'conversations/set_custom_attributes',
		body: { custom_attributes: { order: '12' } },
	}),
	destroyConversationAttributes: () => ({
		path: 'conversations/destroy_custom_attributes',
		body: { custom_attribute: ['order'] },
	}),
	addLabel: () => ({ path: 'labels', body: { label: 'returns' } }),
	removeLabel: () => ({ path: 'labels/returns', method: 'DELETE' }),
	listMessages: () => ({ path: 'messages' }),
	createMessage: () => ({ path: 'messages', body: { message: { content: 'Further' } } }),
	updateMessage: (_own, teams) => ({
		path: `messages/${teams}`,
		method: 'PATCH',
		body: { message: { submitted_values: [{ title: 'Cup', value: 'cup' }] } },
	}),
	deleteMessage: (own) => ({ path: `messages/${own}`, method: 'DELETE' }),
	editMessage: (own) => ({ path: `messages/${own}/content`, method: 'PATCH', body: { content: 'Better' } }),
	setReaction: (_own, teams) => ({ path: `messages/${teams}/reaction`, method: 'PATCH', body: { reaction: '👍' } }),
	joinCall: (_own, teams) => ({
		path: 'integrations/dyte/add_participant_to_meeting',
		body: { message_id: teams },
	}),
};
/** What the tests read of the answers. */
type Answered = Pick<Message, 'conversation_id'> & Pick<VisitorConversation, 'contact_last_seen_message_id'>;

const NAMES = Object.keys(CALLS) as Name[];

const QUESTION = { content_type: 'input_select', content_attributes: { items: [{ title: 'Cup', value: 'cup' }] } };

export function describeSeveral(database: string, prepare: Prepare): void {
	describe(`several conversations on ${database}`, () => {
		let setup: ConversationServer;
		let inboxId: number;
		before(async () => {
			setup = await startConversationServer(prepare);
			const [row] = await setup.query("select inbox_id from web_widgets where website_token = 'demo'");
			inboxId = Number(row?.['inbox_id']);
			await setup.agent.call('labels', { body: { title: 'returns' } });
		});
		after(() => setup.stop());
		beforeEach(() => setAllowed(true));

		const change = (body: object) => setup.agent.call<TeamInbox>(`inboxes/${inboxId}`, { method: 'PATCH', body });
		const setAllowed = async (allow_multiple_conversations: boolean | null) => {
			const { status, body } = await change({ allow_multiple_conversations });
			assert.equal(status, 200, JSON.stringify(body));
			assert.equal(body.allow_multiple_conversations, allow_multiple_conversations);
		};
		const arrive = () => createVisitor(setup.server.origin);
		const begin = async (visitor: Visitor, content: string) => {
			const { body } = await visitor.call<VisitorConversation & { messages: Message[] }>('conversations', {
				body: { message: { content } },
			});
			return { id: body.id, own: body.messages[0]?.id ?? assert.fail() };
		};
		/** A visitor with an older and a newer conversation; the team has asked in each. */
		const beginTwo = async () => {
			const visitor = await arrive();
			const conversations = [await begin(visitor, 'About cups'), await begin(visitor, 'About plates')];
			const [older, newer] = await Promise.all(
				conversations.map(async ({ id, own }) => ({
					id,
					own,
					teams: (await setup.agent.write(id, 'Which one?', QUESTION)).id,
				})),
			);
			return { visitor, older: older ?? assert.fail(), newer: newer ?? assert.fail() };
		};
		const named = (visitor: Visitor, name: Name, id: number | string, { own = 0, teams = 0 } = {}) => {
			const { path, ...rest } = CALLS[name](own, teams);
			return visitor.call<Answered>(`${path}?conversation_id=${id}`, rest);
		};
		const textsOf = async (visitor: Visitor, id: number) =>
			(await visitor.messages(`conversation_id=${id}`)).map(({ content }) => content);
		const list = async (visitor: Visitor) =>
			(await visitor.call<{ payload: ListedConversation[] }>('conversations/history')).body.payload;
		const isOffered = async () =>
			(await (await fetch(`${setup.server.origin}/widget?website_token=demo`)).text()).includes(
				'"allowMultipleConversations":true',
			);

		test('what names the older conversation is about it, and what names none about the newest', async () => {
			const { visitor, older, newer } = await beginTwo();
			for (const name of NAMES) {
				if (name === 'endConversation' || name === 'deleteMessage' || name === 'joinCall') continue;
				const { status, body } = await named(visitor, name, older.id, older);
				assert.ok(status === 200 || status === 204, `${name}: ${status} ${JSON.stringify(body)}`);
			}
			assert.deepEqual(await textsOf(visitor, older.id), ['Better', 'Which one?', 'Further']);
			const [, question] = await visitor.messages(`conversation_id=${older.id}`);
			assert.deepEqual(
				[question?.content_attributes['reaction'], question?.content_attributes['submitted_values']],
				['👍', [{ title: 'Cup', value: 'cup' }]],
			);
			assert.equal((await named(visitor, 'showConversation', older.id)).body.contact_last_seen_message_id, older.teams);
			assert.equal((await named(visitor, 'deleteMessage', older.id, older)).status, 200);
			assert.deepEqual(await textsOf(visitor, newer.id), ['About plates', 'Which one?']);
			const newest = await visitor.conversation();
			assert.deepEqual([newest.id, newest.contact_last_seen_message_id], [newer.id, 0]);
			assert.equal((await visitor.write('Any plate')).conversation_id, newer.id);
		});

		test('labels, attributes and typing are those of the conversation that is named', async () => {
			const { visitor, older, newer } = await beginTwo();
			const team = await setup.listenAsAgent();
			await named(visitor, 'setConversationAttributes', older.id);
			await named(visitor, 'addLabel', older.id);
			await named(visitor, 'toggleTyping', older.id);
			const { conversation } = await team.next('conversation.typing_on');
			assert.equal(conversation.id, older.id);
			team.close();
			const [first, second] = [await setup.agent.conversation(older.id), await setup.agent.conversation(newer.id)];
			assert.deepEqual([first.labels, first.custom_attributes], [['returns'], { order: '12' }]);
			assert.deepEqual([second.labels, second.custom_attributes], [[], {}]);
		});

		test('one is ended while the other stays open, and goes on with a message that names it', async () => {
			const { visitor, older, newer } = await beginTwo();
			const statuses = async () => (await list(visitor)).map(({ id, status }) => [id, status]);
			assert.equal((await named(visitor, 'endConversation', older.id)).status, 200);
			assert.deepEqual(await statuses(), [
				[newer.id, 'open'],
				[older.id, 'resolved'],
			]);
			assert.equal((await named(visitor, 'createMessage', older.id)).body.conversation_id, older.id);
			assert.deepEqual(await statuses(), [
				[newer.id, 'open'],
				[older.id, 'open'],
			]);
			await named(visitor, 'endConversation', older.id);
			await change({ allow_messages_after_resolved: false });
			assert.equal((await named(visitor, 'createMessage', older.id)).status, 422);
			await change({ allow_messages_after_resolved: true });
		});

		test('the newest page of either brings its conversation along', async () => {
			const { visitor, older, newer } = await beginTwo();
			const read = async (query: string) =>
				(await visitor.call<{ meta: { conversation?: VisitorConversation } }>(`messages?${query}`)).body.meta
					.conversation;
			assert.equal((await read(''))?.id, newer.id);
			assert.equal((await read(`conversation_id=${older.id}`))?.id, older.id);
			assert.equal(await read(`conversation_id=${older.id}&after=${older.own}`), undefined);
		});

		test('a message that is sent twice is stored once, whichever conversation is named', async () => {
			const { visitor, older, newer } = await beginTwo();
			const send = async (id: number) =>
				(
					await visitor.call<Message>(`messages?conversation_id=${id}`, {
						body: { message: { content: 'Once', echo_id: 'once' } },
					})
				).body;
			const first = await send(older.id);
			assert.deepEqual(await send(newer.id), first);
			assert.equal(first.conversation_id, older.id);
		});

		test('the list counts what the visitor has not read in each', async () => {
			const { visitor, older, newer } = await beginTwo();
			const unread = async () => (await list(visitor)).map(({ unread_count }) => unread_count);
			const further = await setup.agent.write(older.id, 'Blue or red?');
			await setup.agent.write(older.id, 'A note', { private: true });
			assert.deepEqual(await unread(), [1, 2]);
			await setup.agent.call(`conversations/${older.id}/messages/${further.id}`, { method: 'DELETE' });
			assert.deepEqual(await unread(), [1, 1]);
			await named(visitor, 'updateLastSeen', older.id, older);
			assert.deepEqual(await unread(), [1, 0]);
			await named(visitor, 'updateLastSeen', newer.id, newer);
			assert.deepEqual(await unread(), [0, 0]);
		});

		test('those that are open are listed beyond the newest ten', async () => {
			const visitor = await arrive();
			const ids: number[] = [];
			for (let count = 0; count < 13; count++) ids.unshift((await begin(visitor, `Question ${count}`)).id);
			const [, , , , , , , , , , eleventh = 0, twelfth = 0, oldest = 0] = ids;
			await setup.agent.write(oldest, 'An answer');
			await named(visitor, 'endConversation', twelfth);
			const page = await list(visitor);
			assert.deepEqual(
				page.map(({ id }) => id),
				ids.slice(0, 10),
			);
			const open = await visitor.call<{ payload: ListedConversation[] }>(
				`conversations/history?open=true&before=${page.at(-1)?.id}`,
			);
			assert.deepEqual(
				open.body.payload.map(({ id, unread_count }) => [id, unread_count]),
				[
					[eleventh, 0],
					[oldest, 1],
				],
			);
		});

		test("nobody reaches another visitor's conversation, nor one that there is not, by any call", async () => {
			const { visitor: owner, older } = await beginTwo();
			const { visitor: stranger } = await beginTwo();
			for (const id of [older.id, 0, 999_999, Number.MAX_SAFE_INTEGER])
				for (const name of NAMES) {
					const refused = await named(stranger, name, id, older);
					// With a body it would mean an unknown visitor (docs/wire.md, Errors).
					assert.deepEqual([refused.status, refused.body], [404, ''], `${name} of ${id}`);
				}
			for (const name of NAMES) assert.equal((await named(stranger, name, 'first', older)).status, 422, name);
			const { labels, status } = await setup.agent.conversation(older.id);
			assert.deepEqual([labels, status], [[], 'open']);
			assert.deepEqual(await textsOf(owner, older.id), ['About cups', 'Which one?']);
		});

		test('where the website has one conversation at a time, older ones can be read and nothing else', async () => {
			const { visitor, older, newer } = await beginTwo();
			await setAllowed(false);
			for (const name of NAMES) {
				const { status } = await named(visitor, name, older.id, older);
				assert.equal(status, name === 'listMessages' ? 200 : 404, name);
			}
			assert.equal((await named(visitor, 'createMessage', newer.id)).body.conversation_id, newer.id);
			assert.deepEqual(
				(await list(visitor)).map(({ unread_count }) => unread_count),
				[1, undefined],
			);
		});

		test('where the website has one conversation at a time, an open one goes on in place of a new one', async () => {
			await setAllowed(false);
			const visitor = await arrive();
			const first = await begin(visitor, 'About cups');
			await setup.agent.write(first.id, 'Which one?');
			const { body } = await visitor.call<VisitorConversation & { messages: Message[] }>('conversations', {
				body: { message: { content: 'The blue one' }, custom_attributes: { order: '12' } },
			});
			assert.deepEqual([body.id, body.messages.map(({ content }) => content)], [first.id, ['The blue one']]);
			assert.deepEqual(await textsOf(visitor, first.id), ['About cups', 'Which one?', 'The blue one']);
			assert.deepEqual((await setup.agent.conversation(first.id)).custom_attributes, { order: '12' });
			for (const status of ['snoozed', 'pending']) {
				await setup.agent.call(`conversations/${first.id}/toggle_status`, { body: { status } });
				assert.equal((await begin(visitor, 'Are you there?')).id, first.id, status);
			}
			await setup.agent.call(`conversations/${first.id}/toggle_status`, { body: { status: 'resolved' } });
			assert.notEqual((await begin(visitor, 'About plates')).id, first.id);
		});

		test('visitors are offered several where there are topics, unless the owner says otherwise', async () => {
			await setAllowed(null);
			assert.equal(await isOffered(), false);
			await setAllowed(true);
			assert.equal(await isOffered(), true);
			await change({ allow_multiple_conversations: '', topics: [{ id: 'press', name: 'Press' }] });
			assert.equal(await isOffered(), true);
			await setAllowed(false);
			assert.equal(await isOffered(), false);
			await change({ topics: [] });
			assert.equal((await change({ allow_multiple_conversations: 'perhaps' })).status, 422);
		});

		test('a call without a session names no conversation', async () => {
			const { older } = await beginTwo();
			for (const name of NAMES) {
				const { path, ...rest } = CALLS[name](older.own, older.teams);
				const address = `/api/v1/widget/${path}?website_token=demo&conversation_id=${older.id}`;
				assert.equal((await call(setup.server.origin, address, rest)).status, 404, name);
			}
		});
	});
}
