/**
 * The chat in a real browser for a new visitor, in a window of its own or under a host that the
 * test plays.
 */
import { decodeMessage, encodeMessage } from '#protocol/frame/frameMessages.ts';
import { FrameToHost } from '#protocol/frame/frameToHost.ts';
import { RareToHost, type ToHost } from '#protocol/frame/rareToHost.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import { boot, type Widget } from '../../src/widget/app/boot.ts';
import { startFakeServer } from '../desk/fakeServer.ts';
import { makePage } from './page.ts';

const API = '/api/v1/widget';
const HOST_ORIGIN = 'https://shop.example';

// One for all tests, since the socket library remembers the WebSocket that it found when it loaded.
export const server = startFakeServer();

export class Chat {
	/** What the host has received, in order. */
	readonly heard: ToHost[] = [];
	#widget: Widget | undefined;
	#port: MessagePort | undefined;

	constructor() {
		localStorage.clear();
		sessionStorage.clear();
		history.replaceState(null, '', '#');
		server.calls.length = 0;
		server.answer(`POST ${API}/config`, () => ({
			website_channel_config: { auth_token: 'new' },
			contact: { pubsub_token: 'pubsub' },
		}));
		server.answer(`GET ${API}/inbox_members`, () => ({ payload: [] }));
		server.answer(`GET ${API}/conversations`, () => ({}));
		server.answer(`GET ${API}/messages`, () => ({ payload: [] }));
	}

	get store(): Widget['store'] {
		if (!this.#widget) throw new Error('The chat is not open');
		return this.#widget.store;
	}

	/**
	 * Opens the chat: in an open or a closed panel, or in a window of its own. @param more
	 * parameters of its address
	 */
	open(
		page: Parameters<typeof makePage>[0] = {},
		where: 'framed' | 'closed' | 'window' = 'window',
		more: Record<string, string> = {},
	): void {
		const container = document.createElement('div');
		container.id = 'app';
		document.body.append(container);
		if (where !== 'window') this.#playHost();
		const query = new URLSearchParams(
			where === 'window' ? more : { view: where === 'closed' ? 'closed' : 'open', origin: HOST_ORIGIN, ...more },
		);
		this.#widget = boot(makePage(page), query, container);
		Object.defineProperty(window, 'parent', { value: window, configurable: true });
	}

	/** Sends a message as the host. */
	tell(message: HostToFrame): void {
		// A port has no target origin; the options only tell the linter so.
		this.#port?.postMessage(encodeMessage(message), {});
	}

	/** The last message of that name that the host has received. */
	last<E extends ToHost['event']>(event: E): Extract<ToHost, { event: E }> | undefined {
		return this.heard.findLast((message): message is Extract<ToHost, { event: E }> => message.event === event);
	}

	close(): void {
		this.#widget?.stop();
		this.#widget = undefined;
		document.getElementById('app')?.remove();
	}

	/** A parent window that takes the greeting, and then uses its port. */
	#playHost() {
		const hear = (data: unknown) => {
			const message = decodeMessage(FrameToHost, data) ?? decodeMessage(RareToHost, data);
			if (message) this.heard.push(message);
		};
		const parent = {
			postMessage: (data: unknown, _origin: string, [port]: MessagePort[]) => {
				hear(data);
				this.#port = port;
				if (port) port.onmessage = (event) => hear(event.data);
			},
		};
		Object.defineProperty(window, 'parent', { value: parent, configurable: true });
	}
}
