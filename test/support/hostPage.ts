import { createServer as createHttpServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';
import type { SlowLink } from './slowLink.ts';

export interface HostPage {
	/** On `localhost`, which is another site than a server on 127.0.0.1. */
	url: string;
	stop(): Promise<void>;
}

export interface HostPageOptions {
	/** The server's origin; absent for the page alone. */
	product?: string;
	/** Attributes of the tag besides the two required ones. */
	attributes?: string;
	/** HTML at the end of the head. */
	head?: string;
	/** HTML that replaces the tag and its script. */
	embed?: string;
	/** Headers such as a policy. */
	headers?: Readonly<Record<string, string>>;
	certificate?: Certificate;
	link?: SlowLink;
}

/** A plain page of a site that has embedded the widget, as the README describes it. */
export async function startHostPage({
	product,
	attributes = '',
	head = '',
	embed = readmeEmbed(product, attributes),
	headers = {},
	certificate,
	link,
}: HostPageOptions): Promise<HostPage> {
	const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A shop</title>
<link rel="icon" href="data:,">${head}
<h1>A shop</h1>
<p>With a few words on it.</p>
${embed}
</html>`;
	const server = certificate ? createSecureServer({ ...certificate, minVersion: 'TLSv1.3' }) : createHttpServer();
	server.on(
		'request',
		(_request: unknown, response: { setHeader(name: string, value: string): void; end(body: string): void }) => {
			response.setHeader('content-type', 'text/html; charset=utf-8');
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
			response.end(html);
		},
	);
	const sessions = new Set<{ destroy(): void }>();
	server.on('connection', (connection: { destroy(): void }) => sessions.add(connection));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const ownPort = (server.address() as AddressInfo).port;
	return {
		url: `${certificate ? 'https' : 'http'}://localhost:${link ? await link.leadTo(ownPort) : ownPort}/`,
		stop() {
			for (const session of sessions) session.destroy();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

function readmeEmbed(product: string | undefined, attributes: string): string {
	if (!product) return '';
	return `<script type="module" src="${product}/live-chat-widget.js"></script>
<live-chat-widget website-token="demo" base-url="${product}" ${attributes}></live-chat-widget>`;
}
