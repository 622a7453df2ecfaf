/**
 * A reverse proxy in front of the server, as sites have one: it counts what goes over the wire,
 * also from frames of another site, and can speak TLS 1.3 with HTTP/2, be slow, or be cut off.
 */
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Certificate } from './certificate.ts';
import type { SlowLink } from './slowLink.ts';

/** One request as it went over the wire. */
export interface Exchange {
	method: string;
	/** Includes the query. */
	path: string;
	/** 0 until it is answered. */
	status: number;
	/** Bytes of the response's body as it was sent, compressed or not; 0 for a WebSocket. */
	bytes: number;
}

export interface FaultProxy {
	/** `http://127.0.0.1:1234` */
	origin: string;
	/** The same address under another site's name: `http://localhost:1234`. */
	otherOrigin: string;
	/** All requests since the start, in order. */
	exchanges: Exchange[];
	/** Number of open WebSockets. */
	readonly sockets: number;
	/** Drops every connection, and refuses new ones. */
	cut(): void;
	/**
	 * Answers requests whose method and path match, such as `POST /api/v1/widget/messages`, with
	 * `instead`.
	 */
	fail(pattern: RegExp, instead: Failure): void;
	/** Drops every WebSocket, and refuses new ones and polling; other requests pass. */
	cutRealtime(): void;
	/** From now on WebSockets are treated so. */
	treatWebSockets(treatment: Treatment): void;
	/** Drops every connection, also one that a request or a WebSocket is using. */
	dropConnections(): void;
	/** Ends `cut`, `fail`, `cutRealtime` and `treatWebSockets`. */
	restore(): void;
	stop(): Promise<void>;
}

/**
 * A status, no answer for as long as the browser waits, the server's answer once `restore` is
 * called, or a cut connection.
 */
export type Failure = number | 'no answer' | 'late answer' | 'cut';

/**
 * What real proxies do to a request for a WebSocket: they answer it with a status, or never; they
 * end what was opened after 5 seconds; they pass on what comes from the server when 64 kB have come
 * together.
 */
export type Treatment = 400 | 200 | 'no answer' | 'short-lived' | 'buffered';

const SHORT_LIFE = 5_000;
const BUFFER_BYTES = 64 * 1024;

export interface FaultProxyOptions {
	certificate?: Certificate;
	link?: SlowLink;
}

/** @param target the server's own origin, plain HTTP */
export async function startFaultProxy(
	target: string,
	{ certificate, link }: FaultProxyOptions = {},
): Promise<FaultProxy> {
	const { hostname, port: productPort } = new URL(target);
	const exchanges: Exchange[] = [];
	const connections = new Set<Socket>();
	const webSockets = new Set<Socket>();
	const failures = new Map<RegExp, Failure>();
	/** The requests whose answers are late. */
	const late: (() => void)[] = [];
	let isCut = false;
	let treatment: Treatment | undefined;

	const failureOf = ({ method, path }: Exchange) =>
		[...failures].find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];

	const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const exchange: Exchange = { method: incoming.method ?? '', path: incoming.url ?? '', status: 0, bytes: 0 };
		exchanges.push(exchange);
		const failure = failureOf(exchange);
		if (failure === 'no answer') return void incoming.resume();
		if (failure === 'late answer') return void late.push(() => pass(exchange, incoming, outgoing));
		if (failure === 'cut') return void incoming.destroy();
		if (failure) {
			exchange.status = failure;
			// The same header as with the server's own limit.
			outgoing.writeHead(exchange.status, failure === 429 ? { 'Retry-After': '2' } : {}).end();
			return;
		}
		pass(exchange, incoming, outgoing);
	};
	const pass = (exchange: Exchange, incoming: IncomingMessage, outgoing: ServerResponse) => {
		const asked = request(
			{ hostname, port: productPort, method: exchange.method, path: exchange.path, headers: plainHeaders(incoming) },
			(response) => {
				exchange.status = response.statusCode ?? 0;
				response.on('data', (chunk: Buffer) => (exchange.bytes += chunk.length));
				outgoing.writeHead(exchange.status, forwardedHeaders(response.headers));
				response.on('error', () => outgoing.destroy());
				response.pipe(outgoing);
			},
		);
		asked.on('error', () => outgoing.destroy());
		outgoing.on('close', () => asked.destroy());
		incoming.pipe(asked);
	};
	const server = certificate
		? createSecureServer({ ...certificate, allowHTTP1: true, minVersion: 'TLSv1.3' })
		: createServer();
	// Node's HTTP/2 has the same interface.
	server.on('request', answer);

	// Browsers open WebSockets over an HTTP/1.1 connection, even beside HTTP/2.
	server.on('upgrade', (incoming: IncomingMessage, browser: Socket, head: Buffer) => {
		const exchange: Exchange = { method: 'GET', path: incoming.url ?? '', status: 101, bytes: 0 };
		exchanges.push(exchange);
		if (failureOf(exchange)) return void browser.destroy();
		if (treatment === 'no answer') return void browser.on('error', () => browser.destroy()).resume();
		if (typeof treatment === 'number')
			return void browser.end(`HTTP/1.1 ${treatment} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
		const product = connect(Number(productPort), hostname, () => {
			product.write(`GET ${incoming.url} HTTP/1.1\r\n${rawHeaders(incoming)}\r\n\r\n`);
			product.write(head);
		});
		webSockets.add(browser);
		browser.on('close', () => webSockets.delete(browser));
		browser.pipe(product);
		if (treatment === 'buffered') product.pipe(holdBack()).pipe(browser);
		else product.pipe(browser);
		if (treatment === 'short-lived') setTimeout(() => browser.destroy(), SHORT_LIFE).unref();
		for (const [end, other] of [
			[browser, product],
			[product, browser],
		] as const) {
			end.on('error', () => other.destroy());
			end.on('close', () => other.destroy());
		}
	});
	server.on('connection', (connection: Socket) => {
		if (isCut) return void connection.destroy();
		connections.add(connection);
		connection.on('close', () => connections.delete(connection));
	});

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const ownPort = (server.address() as AddressInfo).port;
	const port = link ? await link.leadTo(ownPort) : ownPort;
	const scheme = certificate ? 'https' : 'http';
	const dropConnections = () => {
		for (const connection of connections) connection.destroy();
	};
	const cut = () => {
		isCut = true;
		dropConnections();
	};
	return {
		origin: `${scheme}://127.0.0.1:${port}`,
		otherOrigin: `${scheme}://localhost:${port}`,
		exchanges,
		get sockets() {
			return webSockets.size;
		},
		cut,
		fail: (pattern, instead) => void failures.set(pattern, instead),
		cutRealtime() {
			failures.set(/ \/cable/, 503);
			for (const socket of webSockets) socket.destroy();
		},
		treatWebSockets: (how) => void (treatment = how),
		dropConnections,
		restore() {
			isCut = false;
			treatment = undefined;
			failures.clear();
			for (const answerLate of late.splice(0)) answerLate();
		},
		stop() {
			cut();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

/** Passes on the answer to the upgrade, and of what follows as much as fills the buffer. */
function holdBack(): Transform {
	let isAnswered = false;
	let held: Buffer[] = [];
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			const end = isAnswered ? 0 : chunk.indexOf('\r\n\r\n') + 4;
			isAnswered = true;
			if (end > 0) this.push(chunk.subarray(0, end));
			held.push(chunk.subarray(end));
			if (held.reduce((sum, { length }) => sum + length, 0) < BUFFER_BYTES) return done();
			done(null, Buffer.concat(held));
			held = [];
		},
	});
}

/** The headers for HTTP/1.1, with the host that the browser requested. */
function plainHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
	const entries = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
	return { ...Object.fromEntries(entries), host: headers.host ?? String(headers[':authority']) };
}

/** HTTP/2 forbids headers about the connection. */
function forwardedHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
	const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers;
	return rest;
}

function rawHeaders({ rawHeaders: raw }: IncomingMessage): string {
	return raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : [])).join('\r\n');
}
