/**
 * The server that the desk's page talks to: REST behind `fetch`, and Socket.IO's own frames behind
 * `WebSocket`. The test runner, which is in the same page, keeps its own network.
 */
import { CONNECTION_ENDING, type ServerEventData, type ServerEventName } from '#protocol/entities/realtime.ts';
import { until } from './page.ts';
import { makeConversation } from './samples.ts';

type Answer = (request: { body: Record<string, unknown>; headers: Headers; query: URLSearchParams }) => unknown;

export interface FakeServer {
	/**
	 * `answer('GET /api/v1/profile', () => profile)`: what a route answers from now on, or a whole
	 * response; a thrown number is a status.
	 */
	answer: (route: string, answer: Answer) => void;
	/** All calls so far, such as `POST /auth/desk_session`. */
	calls: string[];
	/** Whether the page is connected, so that it hears what is pushed. */
	isHeard: () => boolean;
	push: <E extends ServerEventName>(name: E, data: ServerEventData<E>) => void;
	/**
	 * Cuts the socket, once the page is connected; it reconnects by itself, after so many
	 * milliseconds at the earliest.
	 */
	cut: (away?: number) => Promise<void>;
	/** Lets connections open again that a cut keeps away. */
	restore: () => void;
	/**
	 * Ends the connection as the server does when it has lost events itself; the page reconnects by
	 * itself.
	 */
	end: () => void;
	/** Restores the page's own network. */
	stop: () => void;
}

export const NO_CONVERSATIONS = { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: 0 };

/** What each conversation and contact answers, unless a test says otherwise. */
const USUAL: readonly (readonly [RegExp, Answer])[] = [
	[/^POST .*\/conversations\/\d+\/viewing$/, () => ({ payload: [] })],
	[/^GET .*\/contacts\/\d+$/, () => ({ payload: { ...makeConversation().meta.sender, hmac_verified: false } })],
	[/^GET .*\/contacts\/\d+\/conversations$/, () => ({ payload: [] })],
];

export function startFakeServer(): FakeServer {
	const answers = new Map<string, Answer>([
		['DELETE /auth/sign_out', () => ({ success: true })],
		// Before somebody signs in, nobody is; after that, nothing that the desk takes for an end
		// of the session.
		[
			'GET /api/v1/profile',
			() => {
				throw calls.includes('POST /auth/desk_session') ? 404 : 401;
			},
		],
		['GET /api/v1/accounts/1/inboxes', () => ({ payload: [] })],
		['GET /api/v1/accounts/1/labels', () => ({ payload: [] })],
		['GET /api/v1/accounts/1/teams', () => []],
		['GET /api/v1/accounts/1/custom_attribute_definitions', () => []],
		['GET /api/v1/accounts/1/conversations/meta', () => ({ meta: NO_CONVERSATIONS })],
	]);
	const calls: string[] = [];
	const sockets = new Set<FakeSocket>();
	/** On the clock of `performance`. */
	let opensFrom = 0;
	const { fetch: pageFetch, WebSocket: PageWebSocket } = globalThis;

	globalThis.fetch = async (input, init) => {
		const request = new Request(input, init);
		const url = new URL(request.url);
		if (!/^\/((api|auth|public|hc|widget)\/|live-chat-widget\.)/.test(url.pathname)) return pageFetch(input, init);
		const name = `${request.method} ${url.pathname}`;
		const answer = answers.get(name) ?? USUAL.find(([route]) => route.test(name))?.[1];
		calls.push(name);
		if (!answer) return Response.json({ error: `Nobody answers ${name}` }, { status: 404 });
		const { signal } = request;
		const givenUp = new Promise<never>((_, reject) =>
			signal.addEventListener('abort', () => reject(signal.reason as Error)),
		);
		const text = await request.text();
		try {
			const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
			const answered = answer({ body, headers: request.headers, query: url.searchParams });
			const said = await Promise.race([answered, givenUp]);
			return said instanceof Response ? said : Response.json(said ?? null);
		} catch (status) {
			signal.throwIfAborted();
			if (typeof status === 'number') return Response.json({ error: 'refused' }, { status });
			if (!(status instanceof TypeError)) console.error(status);
			throw new TypeError('Failed to fetch', { cause: status });
		}
	};

	/** Engine.IO 4 over WebSocket: `0` opens, `40` enters, `42` is an event. */
	class FakeSocket extends EventTarget {
		readyState = 1;
		binaryType = '';
		bufferedAmount = 0;
		hasEntered = false;
		onopen: (() => void) | null = null;
		onclose: ((event: { code: number }) => void) | null = null;
		onmessage: ((event: { data: string }) => void) | null = null;
		onerror: (() => void) | null = null;
		constructor() {
			super();
			sockets.add(this);
			const wait = opensFrom - performance.now();
			if (wait > 0) setTimeout(() => this.open(), wait);
			else queueMicrotask(() => this.open());
		}
		open(): void {
			if (this.readyState === 3) return;
			this.onopen?.();
			this.receive('0{"sid":"s","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":1000000}');
		}
		send(data: string): void {
			if (!data.startsWith('40')) return;
			queueMicrotask(() => {
				this.hasEntered = true;
				this.receive('40{"sid":"s"}');
			});
		}
		receive(data: string): void {
			this.onmessage?.({ data });
		}
		close(): void {
			sockets.delete(this);
			this.readyState = 3;
			this.onclose?.({ code: 1006 });
		}
	}
	globalThis.WebSocket = new Proxy(PageWebSocket, {
		construct: (_, [url]: [string | URL]) =>
			new URL(url).searchParams.has('EIO') ? new FakeSocket() : new PageWebSocket(url),
	});

	const isHeard = () => [...sockets].some(({ hasEntered }) => hasEntered);
	return {
		answer: (route, answer) => answers.set(route, answer),
		calls,
		isHeard,
		push: (name, data) => sockets.forEach((socket) => socket.receive(`42${JSON.stringify([name, data])}`)),
		// The client's pause before it tries again may be none at all: there is a loss all the
		// same.
		async cut(away = 300) {
			await until(isHeard);
			opensFrom = performance.now() + away;
			sockets.forEach((socket) => socket.close());
		},
		restore: () => void (opensFrom = 0),
		end: () =>
			sockets.forEach((socket) => {
				socket.receive(`42${JSON.stringify([CONNECTION_ENDING])}`);
				// As from a network: what a connection's end follows is an event of its own.
				setTimeout(() => socket.close());
			}),
		stop() {
			globalThis.fetch = pageFetch;
			globalThis.WebSocket = PageWebSocket;
		},
	};
}
