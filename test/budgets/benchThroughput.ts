/**
 * `npm run bench:throughput`: with 1,000 and with 5,000 connected visitors, their messages a second beside the inserts a second that
 * the same disk takes one by one, and how long an event takes to its receiver beside a bare Socket.IO server that relays it. All of it in
 * one run, since only the ratios say something. Both servers are processes of their own, and get each message by an HTTP request over
 * the same client; what they send arrives over sockets of the same kind.
 *
 * `-- --visitors 100,1000` chooses how many are connected; this process and the server need a file descriptor for each (`ulimit -n`).
 * `--database postgres://… --redis redis://…` also measures one and two processes on PostgreSQL. What sends the messages, and the database,
 * take processor time too: where all run on the same few cores, a second process can gain no more than these leave.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { WebSocket } from 'ws';
import { CABLE_PATH } from '#protocol/realtime.ts';
import { createVisitor } from '../server/api.ts';
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
/** Seconds after the load, until memory is compared. */
const REST = 60;

const { values } = parseArgs({
	options: {
		visitors: { type: 'string', default: '1000,5000' },
		database: { type: 'string' },
		redis: { type: 'string' },
	},
});

/** `fetch` would take as long as the server takes for the message. */
const agent = new Agent({ keepAlive: true });

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<number | undefined> {
	const sent = request(address, { method: 'POST', agent, headers: { 'Content-Type': 'application/json', ...headers } });
	sent.end(JSON.stringify(body));
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	await text(answer);
	return answer.statusCode;
}

interface Writer {
	pubsubToken: string;
	/** Posts a message; answers the status. */
	write(content: string): Promise<number | undefined>;
	/** Begins another conversation. */
	beginAnew(): Promise<unknown>;
}

async function createWriter(origin: string): Promise<Writer> {
	const { authToken, pubsubToken } = await createVisitor(origin);
	const send = (route: string, message: object) =>
		post(`${origin}/api/v1/widget/${route}?website_token=demo`, { message }, { 'X-Auth-Token': authToken });
	return {
		pubsubToken,
		write: (content) => send('messages', { content, echo_id: randomUUID() }),
		beginAnew: () => send('conversations', { content: 'Hello again' }),
	};
}

/** Makes `count` things, `LANES` at a time. */
async function createMany<T>(count: number, create: (index: number) => Promise<T>): Promise<T[]> {
	const made: T[] = [];
	let next = 0;
	const lane = async () => {
		while (next < count) {
			const index = next++;
			made[index] = await create(index);
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	return made;
}

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

/** Milliseconds of processor time that a process has taken. */
function processorTime(pid: number): number {
	const [, fields] = readProcess(pid, 'stat').split(') ');
	const [user = 0, system = 0] = fields?.split(' ').slice(11, 13).map(Number) ?? [];
	return (user + system) * 10;
}

/** Answers a function for the processor time that processes have taken since, also those that have begun since. */
async function measureProcessorTime(listPids: () => Promise<number[]>): Promise<() => Promise<number>> {
	const before = new Map((await listPids()).map((pid) => [pid, processorTime(pid)]));
	return async () => (await listPids()).reduce((sum, pid) => sum + processorTime(pid) - (before.get(pid) ?? 0), 0);
}

/** Kilobytes; NaN where there is no /proc. */
function residentMemory(pid: number): number {
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProcess(pid, 'status'))?.[1]);
}

function readProcess(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		return '';
	}
}

interface Throughput {
	/** Messages a second that are stored and answered. */
	rate: number;
	/** Milliseconds of processor time for a message. */
	costs: { servers: number; database: number; sender: number };
}

/** The writers take turns at the servers. */
async function measureMessages(
	servers: readonly TestServer[],
	listDatabasePids: () => Promise<number[]> = async () => [],
): Promise<Throughput> {
	const writers = await createMany(WRITERS, (index) => createWriter(servers[index % servers.length]?.origin ?? ''));
	for (const writer of writers) await writer.write('Hello');
	const ofServers = await measureProcessorTime(async () => servers.map(({ pid }) => pid));
	const ofDatabase = await measureProcessorTime(listDatabasePids);
	const ofSender = await measureProcessorTime(async () => [process.pid]);
	let next = 0;
	let count = 0;
	const end = performance.now() + SECONDS * 1_000;
	const lane = async () => {
		while (performance.now() < end) {
			const writer = writers[(next += 1) % WRITERS];
			const status = await writer?.write('Is it dishwasher safe?');
			// Where the server takes more than a conversation may have, its writers go on in another one.
			if (status === 422) await writer?.beginAnew();
			count += Number(status === 200);
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	const costs = {
		servers: (await ofServers()) / count,
		database: (await ofDatabase()) / count,
		sender: (await ofSender()) / count,
	};
	return { rate: count / SECONDS, costs };
}

/** An Engine.IO connection without a library around it, of which thousands fit into one process. */
function connect(origin: string, path: string, auth: object, onEvent: (text: string) => void): Promise<WebSocket> {
	const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}?EIO=4&transport=websocket`);
	return new Promise((resolve, reject) => {
		socket.on('error', reject);
		socket.on('message', (data: Buffer) => {
			const frame = data.toString();
			if (frame.startsWith('0')) socket.send(`40${JSON.stringify(auth)}`);
			else if (frame === '2') socket.send('3');
			else if (frame.startsWith('40')) resolve(socket);
			else if (frame.startsWith('42')) onEvent(frame);
		});
	});
}

/** Hears of all events that arrive at any of the connections. */
class Ear {
	hear: (text: string) => void = () => undefined;
}

/** Milliseconds of the slowest hundredth, at RATE a second: `send` is given what its event has to contain. */
async function measureDelivery(ear: Ear, send: (index: number, mark: string) => Promise<unknown>): Promise<number> {
	const sentAt = new Map<string, number>();
	const times: number[] = [];
	ear.hear = (event) => {
		const mark = /mark-[0-9a-f-]{36}/.exec(event)?.[0] ?? '';
		const at = sentAt.get(mark);
		if (at === undefined || !event.startsWith('42["message.created"')) return;
		times.push(performance.now() - at);
		sentAt.delete(mark);
	};
	const began = performance.now();
	for (let index = 0; index < SECONDS * 2 * RATE; index += 1) {
		await pause(Math.max(0, began + (index * 1_000) / RATE - performance.now()));
		const mark = `mark-${randomUUID()}`;
		sentAt.set(mark, performance.now());
		void send(index, mark);
	}
	await pause(1_000);
	if (sentAt.size > 0) console.log(`${sentAt.size} events did not arrive`);
	return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

async function measureRelay(connections: number): Promise<number> {
	const relay = fork(join(import.meta.dirname, 'relayProgram.ts'));
	const [origin] = (await once(relay, 'message')) as [string];
	const ear = new Ear();
	const sockets = await createMany(connections, (index) =>
		connect(origin, '/socket.io/', { room: String(index) }, (event) => ear.hear(event)),
	);
	const p99 = await measureDelivery(ear, (index, content) =>
		post(origin, { room: String(index % connections), content }),
	);
	for (const socket of sockets) socket.terminate();
	relay.kill();
	return p99;
}

/** With that many connected: messages a second, times of delivery, and what is left after it. */
async function measureVisitors(server: TestServer, connections: number, inserts: number): Promise<void> {
	const relayed = await measureRelay(connections);
	const ear = new Ear();
	const visitors = await createMany(connections, async () => {
		const writer = await createWriter(server.origin);
		const auth = { pubsub_token: writer.pubsubToken };
		return { writer, socket: await connect(server.origin, CABLE_PATH, auth, (event) => ear.hear(event)) };
	});
	const speakers = visitors.slice(0, WRITERS).map(({ writer }) => writer);
	// The first message also begins the conversation, with a greeting and questions.
	await createMany(speakers.length, async (index) => speakers[index]?.write('Hello'));
	const before = residentMemory(server.pid);
	const throughput = await measureMessages([server]);
	const p99 = await measureDelivery(ear, async (index, mark) => speakers[index % speakers.length]?.write(mark));
	await pause(REST * 1_000);
	console.log(`With ${connections} connected visitors:`);
	print('messages on SQLite', throughput.rate, 'a second', [throughput.rate / inserts, 'of the inserts']);
	printCosts(throughput);
	print('p99 of a bare relay', relayed, 'ms');
	print('p99 from request to event', p99, 'ms', [p99 / relayed, 'of the relay']);
	const lost = visitors.filter(({ socket }) => socket.readyState !== WebSocket.OPEN).length;
	print('visitors who were disconnected', lost, '');
	print(`memory ${REST} s after it`, residentMemory(server.pid) / before, 'of before');
	for (const { socket } of visitors) socket.terminate();
}

function print(what: string, value: number, unit: string, ratio?: [number, string]): void {
	const compared = ratio ? `  ${ratio[0].toFixed(2)} ${ratio[1]}` : '';
	console.log(`${what.padEnd(60)} ${value.toFixed(1).padStart(8)} ${unit}${compared}`);
}

function printCosts({ costs: { servers, database, sender } }: Throughput): void {
	const ofDatabase = database > 0 ? `, the database ${database.toFixed(1)}` : '';
	console.log(
		`  a message takes the server ${servers.toFixed(1)} ms of processor time${ofDatabase}, its sender ${sender.toFixed(1)}`,
	);
}

await bundlePrograms();
const inserts = measureInserts();
print('inserts, one by one', inserts, 'a second');
const sqlite = await startServer();
const alone = await measureMessages([sqlite]);
print('messages on SQLite', alone.rate, 'a second', [alone.rate / inserts, 'of the inserts']);
printCosts(alone);
for (const connections of values.visitors.split(',').map(Number)) await measureVisitors(sqlite, connections, inserts);
await sqlite.stop();

if (values.database !== undefined && values.redis !== undefined) {
	process.env['TEST_DATABASE_URL'] = values.database;
	process.env['TEST_REDIS_URL'] = values.redis;
	const services: Services = await createDatabaseAndRedis();
	const { pathname } = new URL(services.options.databaseUrl ?? '');
	const listPids = async () =>
		(await services.query(`select pid from pg_stat_activity where datname = '${pathname.slice(1)}'`)).map(({ pid }) =>
			Number(pid),
		);
	const servers: TestServer[] = [];
	try {
		servers.push(await startServer(services.options));
		const one = await measureMessages(servers, listPids);
		print('messages on PostgreSQL, one process', one.rate, 'a second', [one.rate / alone.rate, 'of SQLite']);
		printCosts(one);
		servers.push(await startServer(services.options));
		const two = await measureMessages(servers, listPids);
		print('messages on PostgreSQL, two processes', two.rate, 'a second', [two.rate / one.rate, 'of one']);
		printCosts(two);
		const most = (availableParallelism() * 1_000) / Object.values(two.costs).reduce((sum, cost) => sum + cost);
		print(`  what ${availableParallelism()} cores can take at this cost`, most, 'a second', [
			most / one.rate,
			'of one',
		]);
	} finally {
		for (const server of servers) await server.stop();
		await services.cleanUp();
	}
}
