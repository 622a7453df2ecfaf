import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

const HOST = '127.0.0.1';
const SCRIPT_PATH = '/__dev/reload.js';
const EVENTS_PATH = '/__dev/events';

/**
 * The script is a file rather than inline, since the pages' Content-Security-Policy forbids inline
 * scripts.
 */
const SCRIPT = `new EventSource('${EVENTS_PATH}').onmessage = () => location.reload();\n`;

/** While the server starts, requests to it are repeated after this many milliseconds. */
const ASK_AGAIN_AFTER = 100;

/**
 * Forwards every request to the server on `serverPort`, and waits while that one starts. Adds a
 * script to the pages that people open, but not to frames. Resolves with the function that reloads
 * those pages.
 */
export async function startReloadingProxy(port: number, serverPort: number): Promise<() => void> {
	const pages = new Set<ServerResponse>();

	const proxy = createServer((incoming, outgoing) => {
		if (incoming.url === SCRIPT_PATH) {
			outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
		} else if (incoming.url === EVENTS_PATH) {
			pages.add(outgoing);
			outgoing.on('close', () => pages.delete(outgoing));
			outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
		} else {
			const body: Buffer[] = [];
			incoming.on('data', (chunk: Buffer) => body.push(chunk));
			incoming.on('end', () => passOn(incoming, Buffer.concat(body), outgoing, serverPort));
		}
	});
	proxy.on('upgrade', (incoming: IncomingMessage, browser: Socket, head: Buffer) => {
		const server = connect(serverPort, HOST, () => {
			server.write(`GET ${incoming.url} HTTP/1.1\r\n${headerLines(incoming)}\r\n\r\n`);
			server.write(head);
			browser.pipe(server).pipe(browser);
		});
		server.on('error', () => browser.destroy());
		browser.on('error', () => server.destroy());
	});
	await new Promise<void>((resolve, reject) => proxy.once('error', reject).listen(port, HOST, resolve));

	return () => {
		for (const page of pages) page.write('data: reload\n\n');
	};
}

function passOn(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, serverPort: number): void {
	const isPage = incoming.headers['sec-fetch-dest'] === 'document';
	const headers = { ...incoming.headers, ...(isPage && { 'accept-encoding': 'identity' }) };
	const asked = request({ host: HOST, port: serverPort, method: incoming.method, path: incoming.url, headers });
	asked.on('response', (response) => {
		const status = response.statusCode ?? 502;
		if (!isPage || !response.headers['content-type']?.startsWith('text/html')) {
			outgoing.writeHead(status, response.headers);
			response.pipe(outgoing);
			return;
		}
		const { 'content-length': _, ...rest } = response.headers;
		outgoing.writeHead(status, rest);
		response.pipe(outgoing, { end: false });
		response.on('end', () => outgoing.end(`<script type="module" src="${SCRIPT_PATH}"></script>`));
	});
	asked.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ECONNREFUSED') outgoing.destroy();
		else setTimeout(() => passOn(incoming, body, outgoing, serverPort), ASK_AGAIN_AFTER);
	});
	asked.end(body);
}

function headerLines({ rawHeaders }: IncomingMessage): string {
	return rawHeaders
		.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
		.join('\r\n');
}
