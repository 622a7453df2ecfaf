/**
 * `npm run bench:server`: with 100, 1,000 and 5,000 connected visitors on SQLite, and with
 * `--database postgres://…` also on PostgreSQL with one and with two processes: messages
 * acknowledged a second, how long they take to the other side, how late the event loop is, what
 * memory an idle visitor takes, and how long all take to come back after they were cut off. Beside
 * that, in the same run, since only the ratios say something: the inserts a second that the same
 * disk takes one by one, and a bare Socket.IO server that relays. All servers are processes of
 * their own, and get each message by an HTTP request over the same client; what they send arrives
 * over sockets of the same kind.
 *
 * `-- --visitors 100,1000` chooses how many are connected, and `--processes 1,2,4` with how many
 * processes on PostgreSQL; this process and the server need a file descriptor for each (`ulimit
 * -n`). `--json figures.json` also writes the figures to a file. What sends the messages, and the
 * database, take processor time too: where all run on the same few cores, a second process can gain
 * no more than these leave.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { WebSocket } from 'ws';
import { CABLE_PATH } from '#protocol/entities/realtime.ts';
import { createVisitor } from '../server/api.ts';
import { createDatabaseAndRedis, type Services } from '../server/services.ts';
import { bundlePrograms } from '../support/programs.ts';
import { residentMemory } from '../support/residentMemory.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { ask } from './ask.ts';

/** Of each measurement. */
const SECONDS = 5;
/** Messages on their way at the same time. */
const LANES = 32;
/** They write: more than enough for the limit of messages in one conversation. */
const WRITERS = 100;
/** Messages a second while the times of delivery are taken. */
const RATE = 50;
/** Milliseconds until a server has collected its garbage, as far as it will. */
const SETTLE = 3_000;
/** Asks `/metrics`. */
const METRICS_TOKEN = 'a-token-for-metrics';
const SETTINGS = { METRICS_TOKEN, CONNECTIONS_PER_ADDRESS: '1000000' };

const { values } = parseArgs({
	options: {
		visitors: { type: 'string', default: '100,1000,5000' },
		json: { type: 'string' },
		database: { type: 'string' },
		processes: { type: 'string', default: '1,2' },
	},
});

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
		ask(`${origin}/api/v1/widget/${route}?website_token=demo`, {
			headers: { 'X-Auth-Token': authToken },
			body: { message },
		});
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

/**
 * Answers a function for the processor time that processes have taken since, also those that have
 * begun since.
 */
async function measureProcessorTime(listPids: () => Promise<number[]>): Promise<() => Promise<number>> {
	const before = new Map((await listPids()).map((pid) => [pid, processorTime(pid)]));
	return async () => (await listPids()).reduce((sum, pid) => sum + processorTime(pid) - (before.get(pid) ?? 0), 0);
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
			// Where the server takes more than a conversation may have, its writers go on in
			// another one.
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

/** Milliseconds: of half of the events, of all but a hundredth, and of all but a thousandth. */
interface Times {
	p50: number;
	p99: number;
	p999: number;
}

/** At RATE a second: `send` is given what its event has to contain. */
async function measureDelivery(ear: Ear, send: (index: number, mark: string) => Promise<unknown>): Promise<Times> {
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
	times.sort((a, b) => a - b);
	const below = (part: number) => times[Math.ceil(times.length * part) - 1] ?? Number.NaN;
	return { p50: below(0.5), p99: below(0.99), p999: below(0.999) };
}

interface Relay {
	times: Times;
	/** Messages a second that are relayed and answered. */
	rate: number;
	/** Seconds until all are connected again. */
	storm: number;
}

async function measureRelay(connections: number): Promise<Relay> {
	const relay = fork(join(import.meta.dirname, 'relayProgram.ts'));
	const [origin] = (await once(relay, 'message')) as [string];
	const ear = new Ear();
	const enter = (index: number) => connect(origin, '/socket.io/', { room: String(index) }, (event) => ear.hear(event));
	const sockets = await createMany(connections, enter);
	const send = (index: number, content: string) =>
		ask(origin, { body: { room: String(index % connections), content } });
	const times = await measureDelivery(ear, send);
	let next = 0;
	let count = 0;
	const end = performance.now() + SECONDS * 1_000;
	const lane = async () => {
		while (performance.now() < end) {
			const status = await send((next += 1), 'Is it dishwasher safe?');
			count += Number(status === 200);
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	const storm = await measureStorm(sockets, enter);
	relay.kill();
	return { times, rate: count / SECONDS, storm };
}

/** Cuts all connections at once, and answers the seconds until all are back. Ends them. */
async function measureStorm(
	sockets: readonly WebSocket[],
	enter: (index: number) => Promise<WebSocket>,
): Promise<number> {
	for (const socket of sockets) socket.terminate();
	const began = performance.now();
	const returned = await Promise.all(sockets.map((_, index) => enter(index)));
	const seconds = (performance.now() - began) / 1_000;
	for (const socket of returned) socket.terminate();
	return seconds;
}

/**
 * Milliseconds by which the event loop was late at most in one of a hundred turns, since it was
 * asked last.
 */
async function readLoopDelay({ origin }: TestServer): Promise<number> {
	const answer = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
	return Number(/^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)/m.exec(await answer.text())?.[1]) * 1_000;
}

interface Figures {
	database: string;
	processes: number;
	visitors: number;
	'messages a second': number;
	'of the inserts': number;
	'bare relay, messages a second': number;
	'p50 ms': number;
	'p99 ms': number;
	'p99.9 ms': number;
	'bare relay p50 ms': number;
	'bare relay p99 ms': number;
	'bare relay p99.9 ms': number;
	'event loop p99 ms': number;
	'kB for an idle visitor': number;
	'seconds to reconnect all': number;
	'bare relay, seconds to reconnect all': number;
	'ms of a server for a message': number;
	'ms of the database for a message': number;
}

const relays = new Map<number, Relay>();

/** With that many connected, who take turns at the servers. */
async function measureVisitors(
	servers: readonly TestServer[],
	connections: number,
	inserts: number,
	database: string,
	listDatabasePids?: () => Promise<number[]>,
): Promise<Figures> {
	const relay = relays.get(connections) ?? (await measureRelay(connections));
	relays.set(connections, relay);
	const ear = new Ear();
	const originOf = (index: number) => servers[index % servers.length]?.origin ?? '';
	const writers = await createMany(connections, (index) => createWriter(originOf(index)));
	const memory = () => servers.reduce((sum, { pid }) => sum + (residentMemory(pid) ?? Number.NaN), 0);
	await pause(SETTLE);
	const before = memory();
	const enter = (index: number) => {
		const auth = { pubsub_token: writers[index]?.pubsubToken };
		return connect(originOf(index), CABLE_PATH, auth, (event) => ear.hear(event));
	};
	const sockets = await createMany(connections, enter);
	await pause(SETTLE);
	const idle = (memory() - before) / connections;
	const speakers = writers.slice(0, WRITERS);
	// The first message also begins the conversation, with a greeting and questions.
	await createMany(speakers.length, async (index) => speakers[index]?.write('Hello'));
	await Promise.all(servers.map(readLoopDelay));
	const throughput = await measureMessages(servers, listDatabasePids);
	const delays = await Promise.all(servers.map(readLoopDelay));
	const times = await measureDelivery(ear, async (index, mark) => speakers[index % speakers.length]?.write(mark));
	const storm = await measureStorm(sockets, enter);
	return {
		database,
		processes: servers.length,
		visitors: connections,
		'messages a second': throughput.rate,
		'of the inserts': throughput.rate / inserts,
		'bare relay, messages a second': relay.rate,
		'p50 ms': times.p50,
		'p99 ms': times.p99,
		'p99.9 ms': times.p999,
		'bare relay p50 ms': relay.times.p50,
		'bare relay p99 ms': relay.times.p99,
		'bare relay p99.9 ms': relay.times.p999,
		'event loop p99 ms': Math.max(...delays),
		'kB for an idle visitor': idle,
		'seconds to reconnect all': storm,
		'bare relay, seconds to reconnect all': relay.storm,
		'ms of a server for a message': throughput.costs.servers,
		'ms of the database for a message': throughput.costs.database,
	};
}

await bundlePrograms();
const inserts = measureInserts();
const [processor] = cpus();
const machine = `${availableParallelism()} × ${processor?.model.trim() ?? 'unknown'}, Node ${process.version}`;
console.log(`${new Date().toISOString()}, ${machine}: ${inserts.toFixed(0)} inserts a second, one by one`);
const counts = values.visitors.split(',').map(Number);
const figures: Figures[] = [];
const measure = async (...given: Parameters<typeof measureVisitors>) => {
	figures.push(await measureVisitors(...given));
	printFigures(figures.slice(-1));
};

/** One line for each figure, one column for each measurement. */
function printFigures(columns: readonly Figures[]): void {
	for (const name of Object.keys(columns[0] ?? {}) as (keyof Figures)[]) {
		const cells = columns.map((column) => {
			const value = column[name];
			return typeof value === 'number' ? value.toFixed(Number.isInteger(value) ? 0 : 1) : value;
		});
		console.log(`${name.padEnd(40)}${cells.map((cell) => cell.padStart(12)).join('')}`);
	}
	console.log('');
}

for (const connections of counts) {
	// Each begins with an empty database.
	const server = await startServer({ settings: SETTINGS, pace: 1 });
	try {
		await measure([server], connections, inserts, 'SQLite');
	} finally {
		await server.stop();
	}
}

if (values.database !== undefined) {
	process.env['TEST_DATABASE_URL'] = values.database;
	for (const processes of values.processes.split(',').map(Number)) {
		for (const connections of counts) {
			const services: Services = await createDatabaseAndRedis();
			const { pathname } = new URL(services.options.databaseUrl ?? '');
			const rows = `select pid from pg_stat_activity where datname = '${pathname.slice(1)}'`;
			const listPids = async () => (await services.query(rows)).map(({ pid }) => Number(pid));
			const servers: TestServer[] = [];
			try {
				while (servers.length < processes)
					servers.push(await startServer({ ...services.options, settings: SETTINGS, pace: 1 }));
				await measure(servers, connections, inserts, 'PostgreSQL', listPids);
			} finally {
				for (const server of servers) await server.stop();
				await services.cleanUp();
			}
		}
	}
}

console.log('All of them:');
printFigures(figures);
if (values.json !== undefined) {
	writeFileSync(values.json, JSON.stringify({ date: new Date().toISOString(), machine, inserts, figures }, null, '\t'));
}
