/** Connections that are reset while the server still looks up whether they may begin. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { test } from 'node:test';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import { openCable } from '../../../src/server/realtime/cable.ts';

type Services = Parameters<typeof openCable>[1];

for (const [protocol, path, header] of [
	['Socket.IO', `${CABLE_PATH}?EIO=4&transport=websocket`, ''],
	['a Socket.IO connection that polls', `${CABLE_PATH}?EIO=4&transport=websocket&sid=unknown`, ''],
	['ActionCable', CABLE_PATH, 'Sec-WebSocket-Protocol: actioncable-v1-json\r\n'],
] as const) {
	test(`a reset of ${protocol} ends that connection, and nothing else`, async (t) => {
		const http = createServer();
		const asked = Promise.withResolvers<void>();
		const decided = Promise.withResolvers<boolean>();
		const decide = () => {
			asked.resolve();
			return decided.promise;
		};
		const connectionLimit = { mayBegin: decide, mayPoll: decide, enter: () => undefined };
		// Whoever is not let in asks nothing else.
		const services = { connectionLimit, store: {} } as unknown as Services;
		const cable = await openCable(http, services, undefined);
		t.after(() => cable.close());
		http.listen(0, '127.0.0.1');
		await once(http, 'listening');
		const { port } = http.address() as AddressInfo;
		const client = connect(port, '127.0.0.1');
		const upgrade = once(http, 'upgrade') as Promise<[IncomingMessage, Duplex]>;
		client.write(
			`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${header}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
		);
		const [, upgraded] = await upgrade;
		await asked.promise;
		// `once` would listen for errors, too.
		const closed = new Promise((resolve) => upgraded.once('close', resolve));
		client.resetAndDestroy();
		await closed;
		decided.resolve(false);
		assert.ok(upgraded.destroyed);
	});
}
