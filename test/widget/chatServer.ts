/**
 * A small server for the widget's tests: real HTTP and real Socket.IO, with the faults that a real
 * server may have. It knows one channel and one visitor at a time.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Agent, Message } from '#protocol/entities/entities.ts';
import { MESSAGES_AFTER, MESSAGES_BETWEEN, MESSAGES_PER_PAGE } from '#protocol/base/limits.ts';
import { CABLE_PATH, type ServerEventName } from '#protocol/entities/realtime.ts';
import { ADA } from './ada.ts';

/**
 * What happens to a call instead of an answer: a status, a cut connection, an answer that is lost
 * on its way, or one that waits for a promise.
 */
export type Fault =
	| { status: number; body?: unknown; headers?: Record<string, string> }
	| 'cut'
	| 'lose the answer'
	| Promise<void>;

type Answered = Extract<Fault, { status: number }>;

export interface Call {
	/** Such as `POST /messages`, below `/api/v1/widget`. */
	name: string;
	token: string | undefined;
	query: URLSearchParams;
	body: Record<string, unknown>;
}

const CONVERSATION = 43;

export class ChatServer {
	readonly calls: Call[] = [];
	messages: Message[] = [];
	/**
	 * Far in the future: no message is unread, so that no preview loads React into a test of
	 * models.
	 */
	lastSeen = 4_000_000_000;
	agents: Agent[] = [{ id: 5, name: 'Ada', avatar_url: '', availability_status: 'online' }];
	/** Tokens that are valid. */
	readonly tokens = new Set<string>();
	/** Whether answers and events carry `echo_id`, and repetitions are recognised by it. */
	hasEcho = true;
	/** Whether a created message is pushed to the visitor too. */
	hasPush = true;
	/** The number of messages after which a page counts as too large, and ends early. */
	pageMax = Infinity;
	readonly #faults = new Map<string, Fault[]>();
	#nextId = 900;
	#http = createServer();
	#io = new Server();

	static async start(): Promise<ChatServer> {
		const server = new ChatServer();
		await server.listen();
		return server;
	}

	async listen(port = 0): Promise<void> {
		this.#http = createServer((request, response) => void this.#answer(request, response));
		await new Promise<void>((resolve) => this.#http.listen(port, '127.0.0.1', resolve));
		this.#io = new Server(this.#http, {
			path: CABLE_PATH,
			addTrailingSlash: false,
			pingInterval: 300,
			pingTimeout: 300,
		});
		this.#io.use((socket, next) => {
			void socket.join(String(socket.handshake.auth['pubsub_token']));
			next();
		});
	}

	get origin(): string {
		return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
	}

	get listeners(): number {
		return this.#io.engine.clientsCount;
	}

	/** The next calls of that name fail with these faults, one after the other. */
	failNext(name: string, ...faults: Fault[]): void {
		this.#faults.set(name, faults);
	}

	callsOf(name: string): Call[] {
		return this.calls.filter((call) => call.name === name);
	}

	/** Adds a visitor. */
	admit(token: string): void {
		this.tokens.add(token);
	}

	/** Adds a message of the team, which is pushed unless `isPushed` is false. */
	say(content: string, changes: Partial<Message> & { isPushed?: boolean } = {}): Message {
		const { isPushed = true, ...rest } = changes;
		const message = this.#store({ content, message_type: 1, sender: ADA, sender_type: 'User', ...rest });
		if (isPushed) this.push('message.created', message);
		return message;
	}

	/** Changes the message with that text, without pushing the change. */
	change(content: string, changes: Partial<Message>): void {
		this.messages = this.messages.map((message) =>
			message.content === content ? { ...message, ...changes } : message,
		);
	}

	push(name: ServerEventName, data: unknown): void {
		this.#io.emit(name, data);
	}

	/** Closes all connections; clients may reconnect. */
	cut(): void {
		for (const socket of this.#io.sockets.sockets.values()) socket.conn.close();
	}

	async stop(): Promise<void> {
		this.#http.closeAllConnections();
		await this.#io.close();
	}

	#store(fields: Partial<Message>): Message {
		this.#nextId += 1;
		const message: Message = {
			id: this.#nextId,
			content: '',
			message_type: 0,
			content_type: 'text',
			content_attributes: {},
			created_at: 1_767_600_000 + this.#nextId,
			conversation_id: CONVERSATION,
			...fields,
		};
		this.messages.push(message);
		return message;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? '/', 'http://server');
		const name = `${request.method} ${url.pathname.replace('/api/v1/widget', '')}`;
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
		const token = request.headers['x-auth-token'];
		const call: Call = { name, token: typeof token === 'string' ? token : undefined, query: url.searchParams, body };
		this.calls.push(call);
		const fault = this.#faults.get(name)?.shift();
		if (fault === 'cut') return void request.socket.destroy();
		const answer: Answered = typeof fault === 'object' && 'status' in fault ? fault : this.#handle(call);
		if (fault === 'lose the answer') return void request.socket.destroy();
		const json = answer.body === undefined ? '' : JSON.stringify(answer.body);
		if (fault instanceof Promise) await fault;
		response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
		response.end(json);
	}

	#handle(call: Call): { status: number; body?: unknown } {
		const { name, token, query, body } = call;
		if (name === 'POST /config') return { status: 200, body: this.#config(token) };
		if (name === 'GET /inbox_members') return { status: 200, body: { payload: this.agents } };
		if (!token || !this.tokens.has(token)) return { status: 404, body: { error: 'Resource could not be found' } };
		if (name === 'GET /conversations') return { status: 200, body: this.#conversation() ?? {} };
		if (name === 'GET /messages') return { status: 200, body: this.#cutPage(query) };
		if (name === 'POST /messages')
			return { status: 200, body: this.#receive(body['message'] as Record<string, string>) };
		if (/^(GET|PATCH|POST) \/contact/.test(name))
			return { status: 200, body: { id: 1, ...CONTACT, widget_auth_token: undefined } };
		if (name.endsWith('/destroy_custom_attributes')) return { status: 200, body: { ...this.#conversation() } };
		return { status: 200 };
	}

	#config(token: string | undefined): unknown {
		const authToken = token && this.tokens.has(token) ? token : `token-${this.tokens.size + 1}`;
		this.tokens.add(authToken);
		return { website_channel_config: { auth_token: authToken }, contact: { pubsub_token: `pubsub-of-${authToken}` } };
	}

	#conversation() {
		if (this.messages.length === 0) return undefined;
		return { id: CONVERSATION, inbox_id: 3, contact_last_seen_at: this.lastSeen, status: 'open' };
	}

	#cutPage(query: URLSearchParams): unknown {
		const page = this.#page(query);
		const conversation = this.#conversation();
		const isNewest = !query.has('before') && !query.has('after');
		const meta = conversation && {
			contact_last_seen_at: this.lastSeen,
			...(isNewest ? { conversation } : {}),
		};
		if (page.length <= this.pageMax) return { payload: page, meta: { ...meta } };
		const payload = query.has('after') ? page.slice(0, this.pageMax) : page.slice(-this.pageMax);
		return { payload, meta: { ...meta, is_cut: true } };
	}

	#page(query: URLSearchParams): Message[] {
		const [before, after] = [query.get('before'), query.get('after')];
		if (after !== null && before !== null) {
			return this.messages.filter(({ id }) => id >= Number(after) && id < Number(before)).slice(0, MESSAGES_BETWEEN);
		}
		if (after !== null) return this.messages.filter(({ id }) => id > Number(after)).slice(0, MESSAGES_AFTER);
		const older = this.messages.filter(({ id }) => before === null || id < Number(before));
		return older.slice(-MESSAGES_PER_PAGE);
	}

	#receive({ content = '', echo_id }: Record<string, string>): Message {
		const known = this.hasEcho && this.messages.find((message) => message.echo_id === echo_id);
		if (known) return known;
		const message = this.#store({ content, ...(this.hasEcho && echo_id ? { echo_id } : {}) });
		if (this.hasPush) this.push('message.created', message);
		return message;
	}
}

const CONTACT = { has_email: false, has_name: true, has_phone_number: false };
