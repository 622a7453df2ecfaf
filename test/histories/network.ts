/**
 * The network between one window and the server, which loses, repeats and delays what the history
 * says.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** What happens to one request that sends a message. */
export type Fault = (typeof FAULTS)[number];
export const FAULTS = [
	/** It never reaches the server. */
	'lose request',
	/** The server has done it, and its answer is lost. */
	'lose answer',
	/** It arrives twice, the second time while or after the first is answered. */
	'repeat',
	/** It arrives late. */
	'delay',
	/** Its answer arrives late. */
	'delay answer',
	/** Something before the server fails. */
	'fail',
	/** The server has done it, and something before it fails. */
	'fail late',
	/** A limit refuses it. */
	'limit',
] as const;

/**
 * Milliseconds of a delay: long enough for other windows, and the same one after a reload, to be
 * faster.
 */
const DELAY = 80;

export class Network {
	readonly faults: Fault[] = [];
	readonly #origin: string;
	readonly #sockets = new Set<WebSocket>();
	readonly #ended = new AbortController();
	#isOnline = true;

	constructor(origin: string) {
		this.#origin = origin;
	}

	/** `fetch` of the window. */
	readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
		const address = new URL(input, this.#origin);
		const isMessage = init.method === 'POST' && address.pathname.endsWith('/widget/messages');
		const fault = isMessage ? this.faults.shift() : undefined;
		const answer = await this.#carry(address, init, fault).catch((error: unknown) => error as Error);
		// Nothing goes on in a window that is closed.
		if (this.#ended.signal.aborted) return new Promise(() => undefined);
		if (answer instanceof Error) throw answer;
		return answer;
	};

	async #carry(address: URL, { signal: limit, ...init }: RequestInit, fault: Fault | undefined): Promise<Response> {
		const giveUp = new AbortController();
		// The page's signals are not Node's.
		limit?.addEventListener('abort', () => giveUp.abort(limit.reason));
		const signal = AbortSignal.any([giveUp.signal, this.#ended.signal]);
		const send = () => this.#send(address, { ...init, signal });
		if (fault === 'lose request') throw new TypeError('Failed to fetch');
		if (fault === 'fail') return new Response('Bad gateway', { status: 502 });
		if (fault === 'limit') return new Response('', { status: 429, headers: { 'Retry-After': '1' } });
		if (fault === 'delay') await pause(DELAY, undefined, { signal });
		// It reaches the server even where the window is closed meanwhile.
		if (fault === 'repeat') void this.#send(address, init).catch(() => undefined);
		const answer = await send();
		if (fault === 'lose answer') throw new TypeError('Failed to fetch');
		if (fault === 'fail late') return new Response('Bad gateway', { status: 502 });
		if (fault === 'delay answer') await pause(DELAY, undefined, { signal });
		return answer;
	}

	async #send(address: URL, init: RequestInit): Promise<Response> {
		if (!this.#isOnline) throw new TypeError('Failed to fetch');
		// Both ends share processors with the tests, so nothing is compressed.
		const plain = new Headers(init.headers);
		plain.set('Accept-Encoding', 'identity');
		const answer = await fetch(address, { ...init, headers: plain });
		const { status, headers } = answer;
		const body = await answer.text();
		// The network was lost while the answer was on its way.
		if (!this.#isOnline) throw new TypeError('Failed to fetch');
		return new Response(body, { status, headers });
	}

	/** `WebSocket` of the window. */
	createWebSocket(): typeof WebSocket {
		const sockets = this.#sockets;
		const isOpen = () => this.#isOnline && !this.#ended.signal.aborted;
		return class extends WebSocket {
			constructor(address: string | URL, protocols?: string | string[]) {
				super(isOpen() ? address : NOWHERE, protocols);
				sockets.add(this);
				this.addEventListener('close', () => sockets.delete(this));
			}
		};
	}

	setOnline(isOnline: boolean): void {
		this.#isOnline = isOnline;
		if (!isOnline) for (const socket of this.#sockets) socket.close();
	}

	/** Ends, and answers the network of the document that goes on in the same window. */
	next(): Network {
		this.end();
		const next = new Network(this.#origin);
		next.faults.push(...this.faults);
		next.setOnline(this.#isOnline);
		return next;
	}

	/** The window is closed: what it was sending may have reached the server or not. */
	end(): void {
		this.#ended.abort();
		for (const socket of this.#sockets) socket.close();
	}
}

/** No server is on this port. */
const NOWHERE = 'ws://127.0.0.1:9';
