/**
 * Which events `/cable` sends to whom (docs/wire.md, Realtime; docs/application-api.md, Realtime):
 * one suite for both protocols, and for the client of Ruby on Rails.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { WebSocket } from 'ws';
import * as v from 'valibot';
import { MessageType, type Message } from '#protocol/entities/entities.ts';
import { PING_INTERVAL, PING_TIMEOUT } from '#protocol/base/limits.ts';
import { CABLE_PATH, ServerEvents, type CableAuth } from '#protocol/entities/realtime.ts';
import { startHostedServer } from '../../support/hostedServer.ts';
import type { TestServer } from '../../support/server.ts';
import { beginConversation, call, createAgent, createVisitor, type Agent, type Visitor } from '../api.ts';
import { connectActionCable, connectRails, connectSocketIo, type Connect, type Listener } from './cableClients.ts';

let server: TestServer;
before(async () => {
	server = await startHostedServer();
});
after(() => server.stop());

const CLIENTS: Record<string, Connect> = {
	'Socket.IO': connectSocketIo,
	ActionCable: connectActionCable,
	'@rails/actioncable': connectRails,
};

for (const [client, connect] of Object.entries(CLIENTS)) {
	describe(client, () => {
		const listeners: Listener[] = [];
		afterEach(() => {
			for (const listener of listeners.splice(0)) listener.close();
		});

		const listen = async (auth: CableAuth): Promise<Listener> => {
			const listener = await connect(server.origin, auth);
			listeners.push(listener);
			return listener;
		};
		const listenAsVisitor = (visitor: Visitor) => listen({ pubsub_token: visitor.pubsubToken });
		const listenAsAgent = async (agent: Agent) => {
			const { id, pubsub_token, account_id } = await agent.profile();
			return listen({ pubsub_token, account_id, user_id: id });
		};
		/** A visitor with a conversation and an agent, both connected. */
		const meet = async () => {
			const visitor = await createVisitor(server.origin);
			const agent = createAgent(server.origin, server.agentToken);
			const displayId = await beginConversation(visitor);
			return {
				visitor,
				agent,
				displayId,
				visitorSocket: await listenAsVisitor(visitor),
				agentSocket: await listenAsAgent(agent),
			};
		};
		const inConversation = (displayId: number) => (message: Message) => message.conversation_id === displayId;

		test('an unknown token is refused', async () => {
			await assert.rejects(connect(server.origin, { pubsub_token: 'unknown' }), /Unauthorized/);
		});

		test("an agent's token is refused without its user, for another user and for another account", async () => {
			const { id, pubsub_token, account_id } = await createAgent(server.origin, server.agentToken).profile();
			await assert.rejects(connect(server.origin, { pubsub_token }), /Unauthorized/);
			await assert.rejects(connect(server.origin, { pubsub_token, account_id, user_id: id + 1 }), /Unauthorized/);
			await assert.rejects(
				connect(server.origin, { pubsub_token, account_id: account_id + 1, user_id: id }),
				/Unauthorized/,
			);
			await assert.rejects(connect(server.origin, { pubsub_token, user_id: id }), /Unauthorized/);
		});

		test("a visitor's token cannot subscribe as an agent", async () => {
			const visitor = await createVisitor(server.origin);
			await assert.rejects(
				connect(server.origin, { pubsub_token: visitor.pubsubToken, account_id: 1, user_id: 1 }),
				/Unauthorized/,
			);
		});

		test("an agent's answer reaches the visitor, as the contract describes it", async () => {
			const { agent, displayId, visitorSocket } = await meet();
			const written = await agent.write(displayId, 'How can I help?', { echo_id: 'agent-echo' });
			const heard = await visitorSocket.next('message.created', (message) => message.id === written.id);
			assert.doesNotThrow(() => v.parse(ServerEvents['message.created'], heard));
			assert.equal(heard.content, 'How can I help?');
			assert.equal(heard.echo_id, 'agent-echo');
			assert.equal(heard.sender_type, 'User');
			assert.equal(heard.sender?.name, 'Ada');
			assert.equal(heard.account_id, 1);
		});

		test('a visitor hears nothing of what the team keeps about them and their conversation', async () => {
			const { agent, visitor, displayId, visitorSocket, agentSocket } = await meet();
			const kept = { custom_attributes: { note: 'secret-1' } };
			await agent.call(`contacts/${visitor.contactId}`, {
				method: 'PATCH',
				body: { ...kept, additional_attributes: { city: 'secret-2' }, blocked: true },
			});
			await agent.call(`conversations/${displayId}/custom_attributes`, { body: kept });
			await agent.call(`conversations/${displayId}/toggle_priority`, { body: { priority: 'urgent' } });
			const written = await visitor.write('Anybody there?');
			for (const socket of [visitorSocket, agentSocket])
				await socket.next('message.created', ({ id }) => id === written.id);
			await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'pending' } });
			const team = await agentSocket.next('conversation.status_changed', ({ id }) => id === displayId);
			assert.deepEqual(
				[team.meta.sender.blocked, team.priority, team.custom_attributes['note']],
				[true, 'urgent', 'secret-1'],
			);
			const own = await visitorSocket.next('conversation.status_changed', ({ status }) => status === 'pending');
			assert.doesNotThrow(() => v.parse(ServerEvents['conversation.status_changed'], own));
			assert.doesNotMatch(JSON.stringify(visitorSocket.received), /secret|"blocked":true|urgent/);
		});

		test("an agent's name stays within the team where there is a display name", async () => {
			const { agent, displayId, visitorSocket, agentSocket } = await meet();
			const toggle = (typing_status: string) =>
				agent.call(`conversations/${displayId}/toggle_typing_status`, { body: { typing_status } });
			await toggle('on');
			const { user } = await visitorSocket.next('conversation.typing_on');
			assert.equal(user.name, 'Ada');
			const { id } = await agent.write(displayId, 'How can I help?');
			await agentSocket.next('message.created', ({ sender }) => sender?.name === 'Ada Lindqvist');
			await agent.call(`conversations/${displayId}/toggle_status`, { body: { status: 'resolved' } });
			const { meta, messages } = await visitorSocket.next('conversation.status_changed');
			assert.deepEqual([meta.assignee?.name, messages[0]?.sender?.name], ['Ada', 'Ada']);
			await agent.call(`conversations/${displayId}/messages/${id}`, { method: 'DELETE' });
			await visitorSocket.next('message.updated', (message) => message.id === id);
			assert.doesNotMatch(JSON.stringify(visitorSocket.received), /Lindqvist/);
		});

		test("a visitor's message reaches the agents and comes back to the visitor's other windows", async () => {
			const { visitor, visitorSocket, agentSocket } = await meet();
			const written = await visitor.write('Anybody there?', 'visitor-echo');
			for (const socket of [visitorSocket, agentSocket]) {
				const heard = await socket.next('message.created', (message) => message.id === written.id);
				assert.equal(heard.echo_id, 'visitor-echo');
				assert.equal(heard.conversation.unread_count, 2);
			}
		});

		test('a first message tells the agents of a new conversation, and then of the message', async () => {
			const visitor = await createVisitor(server.origin);
			const agentSocket = await listenAsAgent(createAgent(server.origin, server.agentToken));
			const visitorSocket = await listenAsVisitor(visitor);
			const { conversation_id: displayId } = await visitor.write('Hello');
			const created = await agentSocket.next('conversation.created', (conversation) => conversation.id === displayId);
			assert.doesNotThrow(() => v.parse(ServerEvents['conversation.created'], created));
			assert.equal('pubsub_token' in created.contact_inbox, false);
			await agentSocket.next('message.created', inConversation(displayId));
			await visitorSocket.next('conversation.created');
			await visitorSocket.next('message.created');
			const order = agentSocket.received.map(({ event }) => event);
			assert.ok(order.indexOf('conversation.created') < order.indexOf('message.created'));
		});

		test('private notes and activity messages never reach the visitor', async () => {
			const { agent, displayId, visitorSocket, agentSocket } = await meet();
			const note = await agent.write(displayId, 'A difficult one', { private: true });
			await agentSocket.next('message.created', (message) => message.id === note.id);
			await agent.call(`conversations/${displayId}/toggle_status`, { method: 'POST' });
			await agentSocket.next(
				'message.created',
				(message) => inConversation(displayId)(message) && message.message_type === MessageType.ACTIVITY,
			);
			const status = await visitorSocket.next(
				'conversation.status_changed',
				(conversation) => conversation.id === displayId,
			);
			assert.equal(status.status, 'resolved');
			const answer = await agent.write(displayId, 'Public');
			await visitorSocket.next('message.created', (message) => message.id === answer.id);
			const heard = JSON.stringify(visitorSocket.received);
			assert.equal(heard.includes('A difficult one'), false);
			assert.equal(heard.includes('marked resolved'), false);
		});

		test('a repeated message is announced once', async () => {
			const { visitor, displayId, agentSocket } = await meet();
			await visitor.write('Once', 'once');
			await visitor.write('Once', 'once');
			const last = await visitor.write('Last');
			await agentSocket.next('message.created', (message) => message.id === last.id);
			const heard = agentSocket.received.filter(
				({ event, data }) =>
					event === 'message.created' &&
					(data as Message).conversation_id === displayId &&
					(data as Message).content === 'Once',
			);
			assert.equal(heard.length, 1);
		});

		test("a visitor's typing reaches the agents and not the visitor", async () => {
			const { visitor, displayId, visitorSocket, agentSocket } = await meet();
			await visitor.call('conversations/toggle_typing', { body: { typing_status: 'on' } });
			const typing = await agentSocket.next(
				'conversation.typing_on',
				({ conversation }) => conversation.id === displayId,
			);
			assert.doesNotThrow(() => v.parse(ServerEvents['conversation.typing_on'], typing));
			assert.equal(typing.user.type, 'contact');
			await visitor.call('conversations/toggle_typing', { body: { typing_status: 'off' } });
			await agentSocket.next('conversation.typing_off', ({ conversation }) => conversation.id === displayId);
			await visitor.write('Done');
			await visitorSocket.next('message.created', (message) => message.content === 'Done');
			assert.equal(
				visitorSocket.received.some(({ event }) => event.startsWith('conversation.typing')),
				false,
			);
		});

		test("an agent's typing reaches the visitor and not the agent", async () => {
			const { agent, displayId, visitorSocket, agentSocket } = await meet();
			const path = `conversations/${displayId}/toggle_typing_status`;
			await agent.call(path, { body: { typing_status: 'on' } });
			const typing = await visitorSocket.next(
				'conversation.typing_on',
				({ conversation }) => conversation.id === displayId,
			);
			assert.deepEqual([typing.user.type, typing.is_private, typing.account_id], ['user', false, 1]);
			await agent.call(path, { body: { typing_status: 'off', is_private: true } });
			assert.equal((await visitorSocket.next('conversation.typing_off')).is_private, true);
			await agent.call(path, { body: { typing_status: 'on', is_private: true } });
			const answer = await agent.write(displayId, 'Done');
			await agentSocket.next('message.created', (message) => message.id === answer.id);
			await visitorSocket.next('message.created', (message) => message.id === answer.id);
			const begun = visitorSocket.received.filter(({ event }) => event === 'conversation.typing_on');
			assert.equal(begun.length, 1, 'a note is nothing to the visitor');
			assert.equal(
				agentSocket.received.some(({ event }) => event.startsWith('conversation.typing')),
				false,
			);
		});

		test("what the visitor has read is announced: to agents as read, and to all as the messages' status", async () => {
			const { visitor, agent, displayId, visitorSocket, agentSocket } = await meet();
			const answer = await agent.write(displayId, 'Read me');
			await visitor.call('conversations/update_last_seen', { body: {} });
			for (const socket of [visitorSocket, agentSocket]) {
				const updated = await socket.next('message.updated', (message) => message.id === answer.id);
				assert.equal(updated.status, 'read');
				assert.deepEqual(updated.previous_changes, { status: ['sent', 'read'] });
			}
			const read = await agentSocket.next('conversation.read', (conversation) => conversation.id === displayId);
			assert.ok(read.contact_last_seen_at > 0);
			assert.equal(
				visitorSocket.received.some(({ event }) => event === 'conversation.read'),
				false,
			);
		});

		test("nothing of one visitor's reaches another", async () => {
			const { agent, displayId } = await meet();
			const other = await meet();
			await agent.write(displayId, 'For the first');
			const second = await agent.write(other.displayId, 'For the second');
			await other.visitorSocket.next('message.created', (message) => message.id === second.id);
			assert.equal(JSON.stringify(other.visitorSocket.received).includes('For the first'), false);
		});

		test('presence is answered at once and on every report: visitors learn of agents, and only agents learn of visitors', async () => {
			const { visitor, agent, visitorSocket, agentSocket } = await meet();
			const { id } = await agent.profile();
			await agentSocket.next('presence.update');
			const first = await visitorSocket.next('presence.update');
			assert.equal(first.account_id, 1);
			visitorSocket.updatePresence();
			const seen = await visitorSocket.next('presence.update');
			assert.equal(seen.users[String(id)], 'online');
			assert.equal(seen.contacts, undefined);
			// Others of the account, who see nothing of this website.
			const stranger = {
				email: `stranger-${client.replaceAll(/\W/g, '')}@shop.example`,
				name: 'Lin',
				role: 'agent',
				auto_offline: false,
			};
			const added = await agent.call<{ id: number }>('agents', { body: stranger });
			assert.equal(added.status, 200, JSON.stringify(added.body));
			visitorSocket.updatePresence();
			const later = await visitorSocket.next('presence.update');
			assert.deepEqual(later.users, seen.users);
			agentSocket.updatePresence();
			const agents = await agentSocket.next('presence.update');
			assert.equal(agents.contacts?.[String(visitor.contactId)], 'online');
			const listed = await call<{ payload: { id: number; availability_status: string }[] }>(
				server.origin,
				'/api/v1/widget/inbox_members?website_token=demo',
			);
			assert.equal(listed.body.payload.find((member) => member.id === id)?.availability_status, 'online');
		});

		test('a visitor whose record was merged into another is online under that one', async () => {
			const { visitor, visitorSocket, agentSocket } = await meet();
			const holder = await createVisitor(server.origin);
			for (const one of [holder, visitor]) {
				const body = { identifier: `merged-by-${client}` };
				const { status } = await one.call('contact/set_user', { method: 'PATCH', body });
				assert.equal(status, 200);
			}
			await visitorSocket.next('presence.update');
			visitorSocket.updatePresence();
			await visitorSocket.next('presence.update');
			await agentSocket.next('presence.update');
			agentSocket.updatePresence();
			const { contacts } = await agentSocket.next('presence.update');
			assert.equal(contacts?.[String(holder.contactId)], 'online');
		});
	});
}

describe('the two protocols together', () => {
	test('a visitor over one protocol gets messages of an agent over the other', async () => {
		const visitor = await createVisitor(server.origin);
		const sockets = await Promise.all([
			connectSocketIo(server.origin, { pubsub_token: visitor.pubsubToken }),
			connectActionCable(server.origin, { pubsub_token: visitor.pubsubToken }),
		]);
		const { id } = await visitor.write('To both');
		for (const socket of sockets) {
			await socket.next('message.created', (message) => message.id === id);
			socket.close();
		}
	});

	test('Socket.IO answers with and without the trailing slash, and by polling', async () => {
		const visitor = await createVisitor(server.origin);
		const ways: Partial<ManagerOptions & SocketOptions>[] = [
			{ addTrailingSlash: false },
			{ addTrailingSlash: true },
			{ transports: ['polling'] },
		];
		for (const options of ways) {
			const socket = io(server.origin, {
				path: CABLE_PATH,
				auth: { pubsub_token: visitor.pubsubToken },
				forceNew: true,
				...options,
			});
			await new Promise<void>((resolve) => socket.on('connect', resolve));
			socket.close();
		}
	});

	test('Socket.IO pings as often as the contract says', async () => {
		const answer = await call<string>(server.origin, `${CABLE_PATH}?EIO=4&transport=polling`);
		const handshake = JSON.parse(answer.body.slice(1)) as { pingInterval: number; pingTimeout: number };
		assert.deepEqual([handshake.pingInterval, handshake.pingTimeout], [PING_INTERVAL, PING_TIMEOUT]);
	});

	test('ActionCable welcomes, pings with the time, and ignores malformed frames', async () => {
		const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${CABLE_PATH}`, 'actioncable-v1-json');
		const frames: { type?: string; message?: unknown }[] = [];
		socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as object));
		await once(socket, 'open');
		for (const junk of [
			'',
			'{',
			'[]',
			'null',
			'{"command":"subscribe"}',
			'{"command":"message","identifier":"x","data":"{"}',
		])
			socket.send(junk);
		while (!frames.some(({ type }) => type === 'ping')) await once(socket, 'message');
		assert.equal(frames[0]?.type, 'welcome');
		const ping = frames.find(({ type }) => type === 'ping');
		assert.ok(Math.abs(Number(ping?.message) - Date.now() / 1000) < 5);
		assert.equal(socket.protocol, 'actioncable-v1-json');
		socket.close();
	});

	/**
	 * An ActionCable connection that sends what it is told to, and collects the frames that it
	 * gets.
	 */
	const openActionCable = async () => {
		const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${CABLE_PATH}`, 'actioncable-v1-json');
		const frames: { type?: string; identifier?: string; message?: { event: string } }[] = [];
		socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as object));
		await once(socket, 'open');
		const { pubsubToken, write } = await createVisitor(server.origin);
		return {
			socket,
			frames,
			write,
			/** Identifiers of the same visitor's subscription, as many as there are numbers. */
			identifier: (number: number) => JSON.stringify({ channel: 'RoomChannel', pubsub_token: pubsubToken, number }),
			say: (command: string, identifier: string) => socket.send(JSON.stringify({ command, identifier })),
			got: async (isWanted: (frame: (typeof frames)[number]) => boolean) => {
				while (!frames.some(isWanted)) await once(socket, 'message');
			},
		};
	};

	test('a client that subscribes many times at once is served one subscription after the other', async () => {
		const { socket, frames, identifier, say, got } = await openActionCable();
		for (let number = 0; number < 30; number++) say('subscribe', identifier(number));
		say('unsubscribe', identifier(0));
		say('subscribe', identifier(30));
		const confirmed = () => frames.filter(({ type }) => type === 'confirm_subscription');
		await got((frame) => frame.type === 'confirm_subscription' && frame.identifier === identifier(30));
		assert.equal(confirmed().length, 20 + 1);
		socket.close();
	});

	test('a client that unsubscribes before its subscription is confirmed gets no events', async () => {
		const { socket, frames, identifier, say, got, write } = await openActionCable();
		for (let number = 1; number <= 15; number++) {
			say('subscribe', identifier(number));
			say('unsubscribe', identifier(number));
		}
		const kept = identifier(0);
		say('subscribe', kept);
		await got((frame) => frame.type === 'confirm_subscription' && frame.identifier === kept);
		await write('To whom it may concern');
		await got((frame) => frame.message?.event === 'message.created' && frame.identifier === kept);
		const heard = frames.filter((frame) => frame.message?.event === 'message.created');
		assert.deepEqual(
			heard.map((frame) => frame.identifier),
			[kept],
		);
		socket.close();
	});

	test('a client that sends more frames than can be handled is disconnected', async () => {
		const { socket, identifier, say } = await openActionCable();
		for (let number = 0; number < 500; number++) say('subscribe', identifier(number));
		const [code] = (await once(socket, 'close')) as [number];
		// 1006: the connection ended without a close frame.
		assert.equal(code, 1006);
	});

	test('a Socket.IO connection that does not answer the close handshake is terminated', async () => {
		const socket = connectTcp({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
		const parts: Buffer[] = [];
		socket.on('data', (part: Buffer) => parts.push(part));
		const received = async (bytes: Buffer) => {
			while (!Buffer.concat(parts).includes(bytes)) await once(socket, 'data');
		};
		socket.write(
			`GET ${CABLE_PATH}?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
				`Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
		);
		await received(Buffer.from('pingInterval'));
		const ended = once(socket, 'end');
		socket.write(frameOf('no packet of Engine.IO'));
		// An empty frame with the close opcode: from here on only the server's timeout counts.
		await received(Buffer.from([0x88, 0x00]));
		const closedAt = performance.now();
		await ended;
		const took = performance.now() - closedAt;
		socket.destroy();
		assert.ok(took < 10_000, `${took} ms`);
	});

	test('upgrades elsewhere are refused', async () => {
		const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/other`);
		const [error] = (await once(socket, 'error')) as [Error];
		assert.ok(error);
	});
});

/** A short text as a client sends it: masked, here with zeros. */
function frameOf(text: string): Buffer {
	return Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
}
