/** Serves the files of a folder, like any static server. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' };

export interface StaticServer {
	origin: string;
	stop(): void;
}

export async function serveFolder(folder: string): Promise<StaticServer> {
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://localhost');
		const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
		readFile(join(folder, path)).then(
			(content) => response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain').end(content),
			() => response.writeHead(404).end(),
		);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
