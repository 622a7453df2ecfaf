/** Requests of what measures: `fetch` would take as long as the server takes for its answer. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Question {
	method?: string;
	headers?: Record<string, string>;
	/** Sent as JSON. */
	body?: unknown;
}

const agent = new Agent({ keepAlive: true });

/** Resolves with the status when the whole answer has been read. */
export async function ask(address: string, { method, headers, body }: Question): Promise<number | undefined> {
	const sent = request(address, {
		agent,
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
	});
	sent.end(body === undefined ? undefined : JSON.stringify(body));
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	await text(answer);
	return answer.statusCode;
}
