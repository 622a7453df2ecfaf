/**
 * A bare Socket.IO server, with which times of delivery are compared: it sends what it is posted to
 * one of its clients, and stores nothing.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Server } from 'socket.io';
import { PING_INTERVAL, PING_TIMEOUT } from '#protocol/base/limits.ts';

// Ends the relay when the measurement ends early.
process.on('disconnect', () => process.exit());

const http = createServer((request, response) => {
	void json(request).then((body) => {
		const { room, content } = body as { room: string; content: string };
		io.to(room).emit('message.created', { content });
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ content }));
	});
});
const io = new Server(http, { pingInterval: PING_INTERVAL, pingTimeout: PING_TIMEOUT, serveClient: false });
io.on('connection', (socket) => socket.join(String(socket.handshake.auth['room'])));
http.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(http.address() as AddressInfo).port}`));
