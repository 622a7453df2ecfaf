/** One contract for both realtime protocols. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Server } from 'socket.io';
import { WebSocket, WebSocketServer } from 'ws';
import { PRESENCE_INTERVAL } from '#protocol/base/limits.ts';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import type { ConnectRealtime, ServerEvent } from '../../src/client/realtime.ts';
import { installPage } from '../support/happyDom.ts';
import { until } from './until.ts';

let uninstall: () => Promise<void>;
before(() => {
	uninstall = installPage();
	// Node's WebSocket only accepts Node's own events, and the page has others.
	Object.defineProperty(globalThis, 'WebSocket', { value: WebSocket, configurable: true });
});
after(() => uninstall());

const { connectSocketIo } = await import('../../src/client/socketIo.ts');
const { noteSuccess } = await import('../../src/client/retry.ts');
const { connectActionCable, pollInterval } = await import('../../src/client/actionCable.ts');

/** Events after which the connection may succeed again. */
const CHANCES: Record<string, () => void> = {
	'the network is back': () => dispatchEvent(new Event('online')),
	'the visitor comes back': () => dispatchEvent(new Event('focus')),
	'the page is seen again': () => document.dispatchEvent(new Event('visibilitychange')),
	'another request succeeds': () => noteSuccess(performance.now() + 1),
};

interface Cable {
	/** What clients sent as credentials: the pubsub token, in the protocol's form. */
	presented: unknown[];
	presences: number;
	push: (name: string, data: unknown) => void;
	stop: () => Promise<void>;
}

interface Implementation {
	connect: ConnectRealtime;
	listen: (port: number) => Promise<Cable & { port: number }>;
	expected: unknown;
}

const IMPLEMENTATIONS: Record<string, Implementation> = {
	'Socket.IO': { connect: connectSocketIo, listen: listenSocketIo, expected: { pubsub_token: 'tok' } },
	ActionCable: {
		connect: connectActionCable,
		listen: listenActionCable,
		// Servers compare the identifier byte by byte.
		expected: '{"channel":"RoomChannel","pubsub_token":"tok"}',
	},
};

for (const [name, { connect, listen, expected }] of Object.entries(IMPLEMENTATIONS)) {
	describe(name, () => {
		test('subscribing sends the token; events arrive by name, and the client reconnects after the server was away', async (t) => {
			const first = await listen(0);
			const events: ServerEvent[] = [];
			const states: boolean[] = [];
			const disconnect = connect({
				origin: `http://127.0.0.1:${first.port}`,
				auth: { pubsub_token: 'tok' },
				onEvent: (event) => events.push(event),
				onConnected: (isConnected) => states.push(isConnected),
			});
			t.after(disconnect);
			await until('it is connected', () => states.at(-1) === true);
			assert.deepEqual(first.presented, [expected]);
			first.push('presence.update', { account_id: 1, users: {} });
			await until('the event arrives', () => events.length === 1);
			assert.deepEqual(events, [{ name: 'presence.update', data: { account_id: 1, users: {} } }]);
			await first.stop();
			await until('it notices', () => states.at(-1) === false);
			const second = await listen(first.port);
			t.after(second.stop);
			await until('it is back', () => states.at(-1) === true);
			assert.deepEqual(states, [true, false, true]);
			second.push('presence.update', { account_id: 1, users: { 5: 'online' } });
			await until('events arrive again', () => events.length === 2);
		});

		for (const [chance, happen] of Object.entries(CHANCES)) {
			test(`the client reconnects at once when ${chance}`, async (t) => {
				const first = await listen(0);
				const states: boolean[] = [];
				const disconnect = connect({
					origin: `http://127.0.0.1:${first.port}`,
					auth: { pubsub_token: 'tok' },
					onEvent: () => {},
					onConnected: (isConnected) => states.push(isConnected),
				});
				t.after(disconnect);
				await until('it is connected', () => states.at(-1) === true);
				// Pauses do not end by themselves.
				t.mock.timers.enable({ apis: ['setTimeout'] });
				await first.stop();
				await until('it notices', () => states.at(-1) === false);
				const second = await listen(first.port);
				t.after(second.stop);
				happen();
				await until('it is back', () => states.at(-1) === true);
			});
		}

		test('no callback is called after the client was closed', async (t) => {
			const cable = await listen(0);
			t.after(cable.stop);
			let calls = 0;
			const count = () => (calls += 1);
			const disconnect = connect({
				origin: `http://127.0.0.1:${cable.port}`,
				auth: { pubsub_token: 'tok' },
				onEvent: count,
				onConnected: count,
			});
			await until('it is connected', () => calls === 1);
			disconnect();
			cable.push('presence.update', { account_id: 1, users: {} });
			await cable.stop();
			assert.equal(calls, 1);
		});

		test('presence is reported every 20 seconds', async (t) => {
			t.mock.timers.enable({ apis: ['setInterval'] });
			const cable = await listen(0);
			t.after(cable.stop);
			let isConnected = false;
			const disconnect = connect({
				origin: `http://127.0.0.1:${cable.port}`,
				auth: { pubsub_token: 'tok' },
				onEvent: () => {},
				onConnected: (state) => (isConnected = state),
			});
			t.after(disconnect);
			await until('it is connected', () => isConnected);
			assert.equal(cable.presences, 0);
			t.mock.timers.tick(PRESENCE_INTERVAL);
			await until('it is reported', () => cable.presences === 1);
		});
	});
}

test('ActionCable checks for a stale connection every 3 to 30 seconds, less often with each attempt', () => {
	assert.equal(pollInterval(0), 3_000);
	assert.equal(Math.round(pollInterval(1)), 3_466);
	assert.equal(Math.round(pollInterval(5)), 8_959);
	assert.equal(pollInterval(1_000), 30_000);
});

async function listenSocketIo(port: number) {
	const http = createServer();
	const io = new Server(http, { path: CABLE_PATH, addTrailingSlash: false, pingInterval: 300, pingTimeout: 300 });
	const cable: Cable = {
		presented: [],
		presences: 0,
		push: (name, data) => io.emit(name, data),
		async stop() {
			http.closeAllConnections();
			await io.close();
		},
	};
	io.on('connection', (socket) => {
		cable.presented.push(socket.handshake.auth);
		socket.on('update_presence', () => (cable.presences += 1));
	});
	await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
	return Object.assign(cable, { port: (http.address() as AddressInfo).port });
}

async function listenActionCable(port: number) {
	const server = new WebSocketServer({
		port,
		host: '127.0.0.1',
		path: CABLE_PATH,
		handleProtocols: (offered) => offered.has('actioncable-v1-json') && 'actioncable-v1-json',
	});
	const subscribers = new Map<object, string>();
	const cable: Cable = {
		presented: [],
		presences: 0,
		push(event, data) {
			for (const client of server.clients) {
				const identifier = subscribers.get(client);
				if (identifier) client.send(JSON.stringify({ identifier, message: { event, data } }));
			}
		},
		stop() {
			for (const client of server.clients) client.terminate();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
	server.on('connection', (client) => {
		client.send('{"type":"welcome"}');
		client.on('message', (raw: Buffer) => {
			const { command, identifier } = JSON.parse(raw.toString()) as { command: string; identifier: string };
			if (command === 'message') cable.presences += 1;
			if (command !== 'subscribe') return;
			cable.presented.push(identifier);
			subscribers.set(client, identifier);
			client.send(JSON.stringify({ identifier, type: 'confirm_subscription' }));
		});
	});
	await new Promise<void>((resolve) => server.once('listening', resolve));
	return Object.assign(cable, { port: (server.address() as AddressInfo).port });
}
