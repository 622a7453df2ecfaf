/** What no client of HTTP or of the realtime protocols would send. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import type { Random } from '../support/random.ts';
import type { TestServer } from '../support/server.ts';
import { HOSTILE } from './damage.ts';

/**
 * Writes to a socket what no client would send. Any answer is accepted; the server has to keep
 * running.
 */
export async function sendToSocket(
	{ port }: Pick<TestServer, 'port'>,
	pubsubToken: string,
	random: Random,
): Promise<void> {
	const way = random.below(3);
	if (way === 0) return sendBytes(port, random);
	const isSocketIo = way === 1;
	const socket = isSocketIo
		? new WebSocket(`ws://127.0.0.1:${port}${CABLE_PATH}?EIO=4&transport=websocket`)
		: new WebSocket(`ws://127.0.0.1:${port}${CABLE_PATH}`, 'actioncable-v1-json');
	socket.on('error', () => undefined);
	await Promise.race([once(socket, 'open'), once(socket, 'close')]).catch(() => undefined);
	const auth = { pubsub_token: random.below(2) === 0 ? pubsubToken : random.oneOf(HOSTILE)() };
	const text = JSON.stringify(random.oneOf(HOSTILE)()) ?? '';
	const identifier = JSON.stringify({ channel: 'RoomChannel', ...auth });
	const said = isSocketIo
		? [`40${JSON.stringify(auth)}`, `42${text}`, `42["presence.update",${text || 'null'}]`, text, '451-["x"]', '41']
		: [
				JSON.stringify({ command: 'subscribe', identifier }),
				JSON.stringify({ command: 'message', identifier, data: text }),
				JSON.stringify({ command: random.oneOf(HOSTILE)(), identifier: random.oneOf(HOSTILE)() }),
				text,
			];
	for (const words of said) if (socket.readyState === WebSocket.OPEN) socket.send(words.slice(0, 100_000));
	if (socket.readyState === WebSocket.OPEN) socket.send(Buffer.from([0xff, 0xfe, 0x00, random.below(256)]));
	socket.close();
	await once(socket, 'close').catch(() => undefined);
}

async function sendBytes(port: number, random: Random): Promise<void> {
	const socket = connect(port, '127.0.0.1');
	socket.on('error', () => undefined);
	const bytes = Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256)));
	const line = random.oneOf([
		'',
		'GET / HTTP/1.1\r\n',
		`POST ${CABLE_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n`,
	]);
	socket.end(Buffer.concat([Buffer.from(line), bytes, Buffer.from('\r\n\r\n')]));
	socket.resume();
	await once(socket, 'close').catch(() => undefined);
}
