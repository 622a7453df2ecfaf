/** A bot or a webhook: an address to which the server posts events. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Told {
	event: string;
	id: number;
	content?: string;
	conversation?: { id: number; status: string };
	[more: string]: unknown;
}

/** Records the requests, and answers as `answer` says. */
export class Receiver {
	readonly told: { headers: IncomingHttpHeaders; text: string; body: Told }[] = [];
	answer: (response: ServerResponse, told: Told) => void = (response) => response.end();
	url = '';
	readonly #server: Server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += String(chunk)));
		request.on('end', () => {
			const body = JSON.parse(text) as Told;
			this.told.push({ headers: request.headers, text, body });
			this.answer(response, body);
		});
	});

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events?key=secret`;
		return this;
	}

	/** The events of one conversation, such as `message_created Hello`. */
	lines(displayId: number): string[] {
		return this.told
			.filter(({ body }) => (body.conversation?.id ?? body.id) === displayId)
			.map(({ body }) => [body.event, body.content].filter(Boolean).join(' '));
	}

	forget(): void {
		this.told.length = 0;
		this.answer = (response) => response.end();
	}

	stop(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}
}
