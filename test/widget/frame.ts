/**
 * The frame without a browser: its models in a happy-dom page, under a host that the test plays.
 */
import type { WidgetPage } from '#protocol/entities/channel.ts';
import { decodeMessage, encodeMessage } from '#protocol/frame/frameMessages.ts';
import { FrameToHost } from '#protocol/frame/frameToHost.ts';
import { RareToHost, type ToHost } from '#protocol/frame/rareToHost.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { Widget } from '../../src/widget/app/boot.ts';
import { installPage } from '../support/happyDom.ts';
import type { ChatServer } from './chatServer.ts';
import { makePage } from './page.ts';
import { until } from './until.ts';

const NodeAbortController = AbortController;

export const HOST_ORIGIN = 'https://shop.example';

export interface Frame {
	store: Widget['store'];
	/** What the host has received, in order. */
	heard: ToHost[];
	/** Sends a message as the host. */
	tell: (message: HostToFrame) => void;
	/** Ends this page and starts a new one on the same storage. */
	reload: (page?: Partial<WidgetPage>) => Promise<Frame>;
	/**
	 * Once the page has named another user than the frame's: the frame by which the host replaces
	 * this one, with what the page has asked for since.
	 */
	giveWay: () => Promise<Frame>;
	/** Dispatches an event of the browser, such as `online` or `storage`. */
	fire: (type: string) => void;
	stop: () => Promise<void>;
}

/**
 * The frame as it starts in a closed panel on a page of `HOST_ORIGIN`, or of none (`null`), as in a
 * sandbox.
 */
export async function openFrame(
	server: ChatServer,
	page: Partial<WidgetPage> = {},
	kept: Kept = {},
	origin = HOST_ORIGIN,
	query = '',
): Promise<Frame> {
	const uninstall = installPage(`${server.origin}/widget?website_token=demo&origin=${origin}${query}`);
	for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
	const unroute = routeFetch(server);
	const heard: ToHost[] = [];
	const { tell, close } = playHost(heard, origin === 'null' ? '*' : origin);
	const told: HostToFrame[] = [];
	const { boot } = await import('../../src/widget/app/boot.ts');
	const { shownLocaleAtom } = await import('../../src/widget/features/language/language.ts');
	const container = document.createElement('div');
	const widget = boot(makePage(page), new URLSearchParams(location.search), container);

	await until('its language is loaded', () => widget.store.get(shownLocaleAtom));

	async function stop() {
		widget.stop();
		close();
		unroute();
		await uninstall();
	}

	return {
		store: widget.store,
		heard,
		tell(message) {
			told.push(message);
			tell(message);
		},
		async giveWay() {
			await until('it gives way', () => heard.some((message) => message.event === 'startAgain' && message.isLeft));
			const storage = Object.fromEntries<string>(Object.entries(localStorage));
			await stop();
			const next = await openFrame(server, page, storage, origin, '&user=pending');
			for (const message of told.slice(told.findLastIndex(({ event }) => event === 'set-user'))) next.tell(message);
			return next;
		},
		async reload(changes = page) {
			const storage = Object.fromEntries<string>(Object.entries(localStorage));
			await stop();
			return openFrame(server, changes, storage);
		},
		fire: (type) => dispatchEvent(new Event(type)),
		stop,
	};
}

type Kept = Record<string, string>;

/** A parent window that takes the greeting, and then uses its port. */
function playHost(heard: ToHost[], expected: string) {
	let port: MessagePort | undefined;
	const hear = (data: unknown) => {
		const message = decodeMessage(FrameToHost, data) ?? decodeMessage(RareToHost, data);
		if (message) heard.push(message);
	};
	const parent = {
		postMessage(data: unknown, target: string, [given]: MessagePort[]) {
			if (target !== expected || !given) return;
			hear(data);
			port = given;
			port.onmessage = (event: MessageEvent) => hear(event.data);
		},
	};
	Object.defineProperty(window, 'parent', { value: parent, configurable: true });
	return { tell: (message: HostToFrame) => port?.postMessage(encodeMessage(message)), close: () => port?.close() };
}

/**
 * Node's fetch knows no page: addresses without an origin are sent to the server, and the page's
 * own AbortSignal is not accepted.
 */
function routeFetch(server: ChatServer): () => void {
	const { fetch } = globalThis;
	globalThis.fetch = (input, { signal, ...init } = {}) => {
		const controller = new NodeAbortController();
		signal?.addEventListener('abort', () => controller.abort(signal.reason));
		return fetch(new URL(input instanceof Request ? input.url : input, server.origin), {
			...init,
			signal: controller.signal,
		});
	};
	return () => {
		globalThis.fetch = fetch;
	};
}
