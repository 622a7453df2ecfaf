/**
 * Malformed and hostile requests, generated from the tables of routes: each is valid except for a few fields that are
 * missing, of the wrong type, huge or hostile. It also sends what no client of HTTP or of the realtime protocols would send.
 * The same seed generates the same requests.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { applicationRoutes } from '#protocol/applicationRoutes.ts';
import { publicRoutes } from '#protocol/publicRoutes.ts';
import { CABLE_PATH } from '#protocol/realtime.ts';
import type { Route } from '#protocol/routes.ts';
import { widgetRoutes } from '#protocol/widgetRoutes.ts';
import { exampleOf } from '../../src/server/http/pages/examples.ts';
import { fieldsOf, schemaOf } from '../../src/server/http/pages/routeSchemas.ts';
import { createVisitor, type Visitor } from '../server/api.ts';
import { attackStrings } from './attackStrings.ts';
import { randomFrom, type Random } from './random.ts';
import type { TestServer } from './server.ts';

/** Requests under way at a time. */
const AT_ONCE = 8;
/** Characters of a request's head that every server has to read: Node's limit is 16 kB. */
const HEAD_MAX = 15_000;
/** One of this many requests is written directly to a socket instead of by `fetch`. */
const SOCKET_EVERY = 20;

export interface Fuzzed {
	/** Status → how often it was answered. */
	statuses: Map<number, number>;
	/** Requests that were answered with 5xx, or not at all, as far as they can be printed. */
	failures: string[];
}

export async function fuzz(server: Pick<TestServer, 'origin' | 'port' | 'agentToken'>, seed: number, count: number) {
	const random = randomFrom(seed);
	const people: People = { visitor: await begin(server.origin), agentToken: server.agentToken };
	const outcome: Fuzzed = { statuses: new Map(), failures: [] };
	let next = 0;
	const worker = async () => {
		while (next < count) {
			next += 1;
			if (next % SOCKET_EVERY === 0) await sendToSocket(server, people.visitor.pubsubToken, random);
			else await sendRequest(server.origin, people, random, outcome);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return outcome;
}

interface People {
	visitor: Visitor;
	agentToken: string;
}

/** A visitor with a conversation. */
async function begin(origin: string): Promise<Visitor> {
	const visitor = await createVisitor(origin);
	await visitor.write('Hello');
	return visitor;
}

interface Example {
	route: Route;
	params: Record<string, unknown>;
	query: Record<string, unknown>;
	/** Undefined where the route takes no body. */
	body: unknown;
}

/** Routes of several tables may share a name. */
const ROUTES = [widgetRoutes, applicationRoutes, publicRoutes].flatMap((table) => Object.values<Route>(table));

const EXAMPLES: readonly Example[] = ROUTES.map((route) => ({
	route,
	// Without its website there would be nothing left to ask a visitor's routes.
	params: {
		...examplesOf(route.params),
		account_id: 1,
		id: route === applicationRoutes.deleteInbox ? 2 : 1,
		slug: 'help',
	},
	query: { ...examplesOf(route.query), website_token: 'demo' },
	body: route.body && exampleOf(schemaOf(route.body, 'input')),
}));

function examplesOf(schema: Route['params']): Record<string, unknown> {
	return Object.fromEntries(fieldsOf(schema).map(({ name, schema: of }) => [name, exampleOf(of, name)]));
}

async function sendRequest(
	origin: string,
	people: People,
	random: Random,
	{ statuses, failures }: Fuzzed,
): Promise<void> {
	const example = random.oneOf(EXAMPLES);
	const { route } = example;
	const params = random.below(6) === 0 ? replaceOne(example.params, random) : example.params;
	const query = random.below(3) === 0 ? replaceOne(example.query, random) : example.query;
	const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => encode(params[name] ?? name));
	const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
	const { headers, body } = bodyOf(example, random);
	const init: RequestInit = {
		method: random.below(50) === 0 ? random.oneOf(['PUT', 'OPTIONS', 'DELETE', 'POST']) : route.method,
		headers: {
			...headers,
			'X-Auth-Token': random.below(20) === 0 ? 'junk' : people.visitor.authToken,
			api_access_token: random.below(20) === 0 ? 'junk' : people.agentToken,
		},
		redirect: 'manual',
		...(body === undefined || route.method === 'GET' ? {} : { body }),
	};
	const shown = () =>
		`${init.method} ${path}?${search.join('&')} ${typeof body === 'string' ? body : ''}`.slice(0, 1000);
	try {
		const response = await fetch(`${origin}${path}?${search.join('&')}`, init);
		await response.arrayBuffer();
		statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
		if (route === widgetRoutes.deleteContact && response.status === 204) people.visitor = await begin(origin);
		if (response.status >= 500) failures.push(`${response.status}: ${shown()}`);
	} catch (error) {
		// A server that refuses the head of a request may close the connection before the body is sent (RFC 9112, 9.6).
		if (path.length + search.join('&').length < HEAD_MAX) failures.push(`${String(error)}: ${shown()}`);
	}
}

/** Path segments and queries cannot contain unpaired surrogates. */
function encode(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return encodeURIComponent(text.slice(0, 2_000).toWellFormed());
}

function replaceOne(values: Record<string, unknown>, random: Random): Record<string, unknown> {
	return { ...values, [random.oneOf(Object.keys(values))]: random.oneOf(HOSTILE)() };
}

function bodyOf(
	example: Example,
	random: Random,
): { headers: Record<string, string>; body: string | FormData | undefined } {
	if (example.body === undefined) return { headers: {}, body: undefined };
	let value: unknown = example.body;
	for (let times = random.below(4); times > 0; times -= 1) value = damage(value, random);
	const json = JSON.stringify(value) ?? '';
	switch (random.below(12)) {
		case 0:
			return { headers: { 'Content-Type': 'application/json' }, body: json.slice(0, random.below(json.length + 1)) };
		case 1:
			return { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: formOf(value) };
		case 2: {
			const form = new FormData();
			for (const [name, field] of new URLSearchParams(formOf(value))) form.append(name.slice(0, 200), field);
			form.append(random.oneOf(['message[attachments][]', 'attachments[]', 'x']), new Blob(['GIF89a']), 'a.gif');
			return { headers: {}, body: form };
		}
		case 3:
			return { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: `--x\r\n${json.slice(0, 100)}` };
		case 4:
			return { headers: { 'Content-Type': random.oneOf(['text/plain', 'application/xml', 'x', '']) }, body: json };
		default:
			return { headers: { 'Content-Type': 'application/json' }, body: json };
	}
}

/** Form fields with names nested as in `message[content]`. */
function formOf(value: unknown, name = ''): string {
	if (typeof value !== 'object' || value === null) return `${encode(name)}=${encode(value)}`;
	return Object.entries(value)
		.map(([key, inner]) => formOf(inner, name ? `${name}[${Array.isArray(value) ? '' : key}]` : key))
		.join('&');
}

/** A copy with a part missing, or with one that does not belong there. */
function damage(value: unknown, random: Random): unknown {
	if (typeof value !== 'object' || value === null || Object.keys(value).length === 0 || random.below(6) === 0)
		return random.oneOf(HOSTILE)();
	const key = random.oneOf(Object.keys(value));
	if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? damage(item, random) : item));
	const { [key]: inner, ...others } = value as Record<string, unknown>;
	switch (random.below(5)) {
		case 0:
			return others;
		case 1:
			return { ...value, [random.oneOf(NAMES)]: random.oneOf(HOSTILE)() };
		default:
			return { ...others, [key]: damage(inner, random) };
	}
}

const NAMES = ['__proto__', 'constructor', 'toString', 'id', 'account_id', '', 'a.b', 'a[b]', '0', '\u0000'];

/** Functions, since some of the values are large. */
const HOSTILE: readonly (() => unknown)[] = [
	...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, 2 ** 63, '', ' ', '0', '-1', 'NaN', '1e999'].map(
		(value) => () => value,
	),
	...[
		'9'.repeat(30),
		'\u0000',
		'\uD800',
		'\u202E',
		'%00',
		'../../etc/passwd',
		'{}',
		'[]',
		'null',
		'x\r\nX-Header: y',
	].map((value) => () => value),
	...attackStrings.map(
		({ text }) =>
			() =>
				text,
	),
	() => 'x'.repeat(300),
	() => '👩‍👩‍👧‍👦'.repeat(2_000),
	() => 'x'.repeat(200_000),
	() => [],
	() => ({}),
	() => Array.from({ length: 2_000 }, () => null),
	() => Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, index])),
	() => nested(100),
	() => nested(1_000),
	() => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}') as unknown,
];

function nested(levels: number): unknown {
	let value: unknown = 1;
	for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
	return value;
}

/** Writes to a socket what no client would send. Any answer is accepted; the server has to keep running. */
async function sendToSocket({ port }: Pick<TestServer, 'port'>, pubsubToken: string, random: Random): Promise<void> {
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
