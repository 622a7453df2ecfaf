/**
 * `npm run bench:throughput`: visitors' messages a second, beside the inserts a second that the same disk takes one by one, and how long
 * an event takes to its receiver, beside a bare Socket.IO server that relays it. All of it in one run, since only the ratios say
 * something. `-- --visitors 1000` says how many are connected, and `--database postgres://… --redis redis://…` also measures one and two
 * processes on PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { Server } from 'socket.io';
import { WebSocket } from 'ws';
import { CABLE_PATH } from '#protocol/realtime.ts';
import { PING_INTERVAL, PING_TIMEOUT } from '#protocol/limits.ts';
import { createVisitor, type Visitor } from '../server/api.ts';
import { createDatabaseAndRedis, type Services } from '../server/services.ts';
import { bundlePrograms } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Of each measurement. */
const SECONDS = 5;
/** Messages on their way at the same time. */
const LANES = 32;
/** They write: more than enough for the limit of messages in one conversation. */
const WRITERS = 100;
/** Messages a second while the times of delivery are taken. */
const RATE = 50;

const { values } = parseArgs({
	options: {
		visitors: { type: 'string', default: '100' },
		database: { type: 'string' },
		redis: { type: 'string' },
	},
});
const connections = Number(values.visitors);

/** Rows a second, each in a transaction of its own that is on the disk when it ends. */
function measureInserts(): number {
	const folder = mkdtempSync(join(tmpdir(), 'live-chat-bench-'));
	const file = new Database(join(folder, 'inserts.sqlite'));
	file.pragma('journal_mode = WAL');
	file.pragma('synchronous = FULL');
	file.exec('create table messages (id integer primary key, content text, created_at integer)');
	const insert = file.prepare('insert into messages (content, created_at) values (?, ?)');
	const end = performance.now() + SECONDS * 1_000;
	let count = 0;
	for (; performance.now() < end; count += 1) insert.run('Is it dishwasher safe?', Date.now());
	file.close();
	rmSync(folder, { recursive: true });
	return count / SECONDS;
}

/** Messages a second that are stored and answered; the writers take turns at the servers. */
async function measureMessages(servers: readonly TestServer[]): Promise<number> {
	const writers = await Promise.all(
		Array.from({ length: WRITERS }, (_, index) => createVisitor(servers[index % servers.length]?.origin ?? '')),
	);
	for (const writer of writers) await writer.write('Hello');
	let next = 0;
	let count = 0;
	const end = performance.now() + SECONDS * 1_000;
	const lane = async () => {
		while (performance.now() < end) {
			const writer = writers[(next += 1) % WRITERS];
			const answer = await writer?.call('messages', {
				body: { message: { content: 'Is it dishwasher safe?', echo_id: randomUUID() } },
			});
			// Where the server takes more than a conversation may have, its writers go on in another one.
			if (answer?.status === 422)
				await writer?.call('conversations', { body: { message: { content: 'Hello again' } } });
			count += Number(answer?.status === 200);
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	return count / SECONDS;
}

/** An Engine.IO connection without a library around it, of which thousands fit into one process. */
function connect(origin: string, path: string, auth: object, onEvent: (text: string) => void): Promise<WebSocket> {
	const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}?EIO=4&transport=websocket`);
	return new Promise((resolve, reject) => {
		socket.on('error', reject);
		socket.on('message', (data: Buffer) => {
			const text = data.toString();
			if (text.startsWith('0')) socket.send(`40${JSON.stringify(auth)}`);
			else if (text === '2') socket.send('3');
			else if (text.startsWith('40')) resolve(socket);
			else if (text.startsWith('42')) onEvent(text);
		});
	});
}

/** Milliseconds of the slowest hundredth, at RATE a second: `send` is given what its event has to contain. */
async function measureDelivery(
	send: (index: number, mark: string) => void,
	listen: (onEvent: (text: string) => void) => void,
): Promise<number> {
	const sentAt = new Map<string, number>();
	const times: number[] = [];
	listen((text) => {
		const mark = /mark-[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
		const at = sentAt.get(mark);
		if (at === undefined || !text.startsWith('42["message.created"')) return;
		times.push(performance.now() - at);
		sentAt.delete(mark);
	});
	const began = performance.now();
	for (let index = 0; index < SECONDS * 2 * RATE; index += 1) {
		await pause(Math.max(0, began + (index * 1_000) / RATE - performance.now()));
		const mark = `mark-${randomUUID()}`;
		sentAt.set(mark, performance.now());
		send(index, mark);
	}
	await pause(1_000);
	if (sentAt.size > 0) console.log(`${sentAt.size} events did not arrive`);
	return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

async function measureRelay(): Promise<number> {
	const http = createServer();
	const io = new Server(http, { pingInterval: PING_INTERVAL, pingTimeout: PING_TIMEOUT, serveClient: false });
	io.on('connection', (socket) => {
		socket.on('write', (text: string) => void io.to(socket.id).emit('message.created', { content: text }));
	});
	await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
	let hear: (text: string) => void = () => undefined;
	const sockets: WebSocket[] = [];
	for (let index = 0; index < connections; index += 1)
		sockets.push(await connect(origin, '/socket.io/', {}, (text) => hear(text)));
	const p99 = await measureDelivery(
		(index, mark) => sockets[index % sockets.length]?.send(`42${JSON.stringify(['write', mark])}`),
		(onEvent) => (hear = onEvent),
	);
	for (const socket of sockets) socket.terminate();
	await io.close();
	return p99;
}

async function measureEvents({ origin, pid }: TestServer): Promise<{ p99: number; lost: number; growth: number }> {
	let hear: (text: string) => void = () => undefined;
	const visitors: Visitor[] = [];
	const sockets: WebSocket[] = [];
	for (let index = 0; index < connections; index += 1) {
		const visitor = await createVisitor(origin);
		visitors.push(visitor);
		sockets.push(await connect(origin, CABLE_PATH, { pubsub_token: visitor.pubsubToken }, (text) => hear(text)));
	}
	const before = residentMemory(pid);
	const p99 = await measureDelivery(
		(index, mark) => void visitors[index % visitors.length]?.write(mark),
		(onEvent) => (hear = onEvent),
	);
	const growth = residentMemory(pid) / before;
	const lost = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
	for (const socket of sockets) socket.terminate();
	return { p99, lost, growth };
}

/** Kilobytes; NaN where there is no /proc. */
function residentMemory(pid: number): number {
	try {
		return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
	} catch {
		return Number.NaN;
	}
}

function print(what: string, value: number, unit: string, ratio?: [number, string]): void {
	const compared = ratio ? `  ${ratio[0].toFixed(2)} ${ratio[1]}` : '';
	console.log(`${what.padEnd(60)} ${value.toFixed(1).padStart(8)} ${unit}${compared}`);
}

await bundlePrograms();
const inserts = measureInserts();
print('inserts, one by one', inserts, 'a second');
const sqlite = await startServer();
const onSqlite = await measureMessages([sqlite]);
print('messages on SQLite', onSqlite, 'a second', [onSqlite / inserts, 'of the inserts']);
const relayed = await measureRelay();
print(`p99 of a bare relay, ${connections} connected`, relayed, 'ms');
const events = await measureEvents(sqlite);
print(`p99 from request to event, ${connections} visitors`, events.p99, 'ms', [events.p99 / relayed, 'of the relay']);
print('visitors who were disconnected', events.lost, '');
print('memory after it', events.growth, 'of before');
await sqlite.stop();

if (values.database !== undefined && values.redis !== undefined) {
	process.env['TEST_DATABASE_URL'] = values.database;
	process.env['TEST_REDIS_URL'] = values.redis;
	const services: Services = await createDatabaseAndRedis();
	const servers: TestServer[] = [];
	try {
		servers.push(await startServer(services.options));
		const one = await measureMessages(servers);
		print('messages on PostgreSQL, one process', one, 'a second', [one / onSqlite, 'of SQLite']);
		servers.push(await startServer(services.options));
		const two = await measureMessages(servers);
		print('messages on PostgreSQL, two processes', two, 'a second', [two / one, 'of one']);
	} finally {
		for (const server of servers) await server.stop();
		await services.cleanUp();
	}
}
