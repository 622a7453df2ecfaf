/**
 * What one visitor can do to a server at its worst, each as a step that is repeated on several
 * lanes at once.
 */
import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface Attack {
	/** Steps at a time. */
	lanes: number;
	/** Before the first step. */
	prepare?: (attacker: Attacker) => Promise<void>;
	/** Answers what became of it: a status, or what the connection ended with. */
	step(attacker: Attacker, lane: number): Promise<number | string>;
}

interface Asked {
	method?: string;
	headers?: Record<string, string>;
	body?: string | Buffer | undefined;
}

/**
 * Bytes a second that all of the attacker's requests have together: a line of 1 Gbit/s. Without it
 * the machine's loopback carries 700 MB a second, and the others wait for the kernel, which copies
 * for both sides, while the server's process is idle.
 */
const UPLINK = 125_000_000;

/** Makes all requests from one address. */
export class Attacker {
	readonly #origin: string;
	readonly #address: string;
	readonly #connections = new Agent({ keepAlive: true });
	/** Tokens of its sessions. */
	readonly sessions: string[] = [];
	readonly #ofLanes = new Map<number, string>();
	/** When the line is free again, on the clock of `performance`. */
	#freeAt = 0;

	/** The server trusts this machine as a proxy, so the address counts as the attacker's. */
	constructor(origin: string, address: string) {
		this.#origin = origin;
		this.#address = address;
	}

	/** Waits until the line has carried so many bytes. */
	async #carry(bytes: number): Promise<void> {
		const now = performance.now();
		this.#freeAt = Math.max(this.#freeAt, now) + (bytes / UPLINK) * 1_000;
		await pause(this.#freeAt - now);
	}

	/** Answers status and headers; the body is thrown away unless `keep` takes it. */
	async ask(
		path: string,
		{ method, headers, body }: Asked = {},
		keep?: (text: string) => void,
	): Promise<{ status: number; headers: IncomingHttpHeaders }> {
		if (body !== undefined) await this.#carry(Buffer.byteLength(body));
		return new Promise((resolve, reject) => {
			const asked = request(
				`${this.#origin}${path}`,
				{
					agent: this.#connections,
					method: method ?? (body === undefined ? 'GET' : 'POST'),
					headers: {
						'x-forwarded-for': this.#address,
						...(body === undefined
							? {}
							: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
						...headers,
					},
				},
				(answer) => {
					let text = '';
					if (keep) answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
					else answer.resume();
					answer.once('end', () => {
						keep?.(text);
						resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
					});
					answer.once('error', reject);
				},
			);
			asked.once('error', reject);
			asked.end(body);
		});
	}

	/** As a visitor, on the widget's routes. */
	async askAs(session: string, path: string, { headers, ...asked }: Asked = {}): Promise<number> {
		const { status } = await this.ask(`/api/v1/widget/${path}${path.includes('?') ? '&' : '?'}website_token=demo`, {
			...asked,
			headers: { 'x-auth-token': session, ...headers },
		});
		return status;
	}

	/** Another session, unless the address has begun too many. */
	async beginSession(): Promise<number> {
		const { status } = await this.ask('/api/v1/widget/config?website_token=demo', { method: 'POST' }, (text) => {
			const [, token] = /"auth_token":"([^"]+)"/.exec(text) ?? [];
			if (token !== undefined) this.sessions.push(token);
		});
		return status;
	}

	async beginSessions(count: number): Promise<void> {
		for (let begun = 0; begun < count; begun++) await this.beginSession();
	}

	/** The lane's own; `isUsedUp` takes another one. */
	async sessionOf(lane: number, isUsedUp = false): Promise<string> {
		if (isUsedUp || !this.#ofLanes.has(lane)) {
			if ((await this.beginSession()) === 200 || !this.#ofLanes.has(lane))
				this.#ofLanes.set(lane, this.sessions.at(-1) ?? '');
		}
		return this.#ofLanes.get(lane) ?? '';
	}

	/**
	 * A connection that sends the head and a part of the body, and then nothing; answers what ends
	 * it.
	 */
	async begin(path: string, headers: Record<string, string>, part: Buffer): Promise<string> {
		await this.#carry(part.length);
		const { hostname, port } = new URL(this.#origin);
		const socket = connect({ host: hostname, port: Number(port) });
		const head = Object.entries({ host: 'attacked', 'x-forwarded-for': this.#address, ...headers });
		socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
		socket.write(part);
		let answer = '';
		socket.on('data', (chunk) => (answer += chunk.toString()));
		await once(socket, 'close').catch(() => undefined);
		return answer.slice(9, 12) || 'closed';
	}

	/** A silent connection to `/cable`; answers what it ended with. */
	async beSilent(protocol: 'Socket.IO' | 'ActionCable'): Promise<string> {
		const query = protocol === 'Socket.IO' ? '?EIO=4&transport=websocket' : '';
		const socket = new WebSocket(
			`${this.#origin.replace('http', 'ws')}/cable${query}`,
			protocol === 'ActionCable' ? 'actioncable-v1-json' : [],
			{ headers: { 'x-forwarded-for': this.#address } },
		);
		let end = 'opened';
		socket.on('error', (error) => (end = error.message));
		await once(socket, 'close').catch(() => undefined);
		return end;
	}
}

/** The longest text that a message takes, three bytes a character. */
const LONGEST = '€'.repeat(150_000);
const LONG_MESSAGE = JSON.stringify({ message: { content: LONGEST } });

const MEGABYTE = 1_000_000;
const BOUNDARY = 'x-bomb';

function field(name: string, bytes: number): string {
	return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(bytes)}\r\n`;
}

function file(bytes: number): string {
	const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="message[attachments][]"; filename="a.txt"\r\n`;
	return `${head}Content-Type: text/plain\r\n\r\n${'x'.repeat(bytes)}\r\n`;
}

function times(count: number, make: (index: number) => string): string {
	return Array.from({ length: count }, (_, index) => make(index)).join('');
}

/**
 * As large as is taken in every way; and too many fields, too large ones, too large together, and
 * too many files.
 */
const BOMBS = [
	times(10, () => file(MEGABYTE)) + times(19, (index) => field(`f${index}`, 30_000)),
	times(100, (index) => field(`f${index}`, 600_000)),
	times(2, (index) => field(`f${index}`, 20 * MEGABYTE)),
	times(20, (index) => field(`f${index}`, 600_000)),
	times(100, () => file(1_000)),
	field('x'.repeat(MEGABYTE), 1),
].map((parts) => Buffer.from(`${parts}--${BOUNDARY}--\r\n`));

const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const MESSAGES = '/api/v1/widget/messages?website_token=demo';

export const ATTACKS = {
	'largest texts': {
		lanes: 16,
		async step(attacker, lane) {
			const session = await attacker.sessionOf(lane);
			const status = await attacker.askAs(session, 'messages', { body: LONG_MESSAGE });
			if (status === 429) await attacker.sessionOf(lane, true);
			return status;
		},
	},

	'largest pages': {
		lanes: 16,
		async prepare(attacker) {
			await attacker.beginSessions(8);
			for (const session of attacker.sessions)
				for (let count = 0; count < 4; count++) await attacker.askAs(session, 'messages', { body: LONG_MESSAGE });
		},
		async step(attacker, lane) {
			const session = attacker.sessions[lane % attacker.sessions.length] ?? '';
			const range = lane % 2 === 0 ? 'after=0&before=999999999' : 'after=0';
			return attacker.askAs(session, `messages?${range}`, { headers: { 'accept-encoding': 'br' } });
		},
	},

	'multipart bombs': {
		lanes: 8,
		async step(attacker, lane) {
			const session = await attacker.sessionOf(lane);
			const body = BOMBS[Math.floor(Math.random() * BOMBS.length)];
			return attacker.askAs(session, 'messages', { body, headers: FORM });
		},
	},

	'bodies that never end': {
		lanes: 1_000,
		async step(attacker, lane) {
			const session = await attacker.sessionOf(lane % 8);
			const common = { 'x-auth-token': session, 'content-length': String(MEGABYTE) };
			return lane % 2 === 0
				? attacker.begin(MESSAGES, { ...common, ...FORM }, Buffer.from(field('f', 600_000)))
				: attacker.begin(MESSAGES, { ...common, 'content-type': 'application/json' }, Buffer.alloc(MEGABYTE - 1, ' '));
		},
	},

	'1,000 sockets': {
		lanes: 1_000,
		step: (attacker, lane) => attacker.beSilent(lane % 2 === 0 ? 'Socket.IO' : 'ActionCable'),
	},

	'polling floods': {
		lanes: 16,
		step: async (attacker) => (await attacker.ask('/cable/?EIO=4&transport=polling')).status,
	},

	'typing floods': {
		lanes: 16,
		async prepare(attacker) {
			await attacker.beginSessions(50);
			for (const session of attacker.sessions)
				await attacker.askAs(session, 'messages', { body: JSON.stringify({ message: { content: 'Hello' } }) });
		},
		async step(attacker) {
			const session = attacker.sessions[Math.floor(Math.random() * attacker.sessions.length)] ?? '';
			const typing_status = Math.random() < 0.5 ? 'on' : 'off';
			return attacker.askAs(session, 'conversations/toggle_typing', { body: JSON.stringify({ typing_status }) });
		},
	},

	'search floods': {
		lanes: 16,
		async step(attacker, lane) {
			const query = encodeURIComponent(times(10, () => `${Math.random().toString(36).slice(2, 4)} `));
			const path = lane % 2 === 0 ? `/hc/help/en/articles.json?query=${query}` : `/hc/help/en/articles?query=${query}`;
			return (await attacker.ask(path)).status;
		},
	},
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;

export function isAttack(name: string): name is AttackName {
	return Object.hasOwn(ATTACKS, name);
}
