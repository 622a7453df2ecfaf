/**
 * A host page with the tag. Only the network is fake: the channel's JSON, and the frame's messages.
 */
import { afterEach } from 'node:test';
import type { ChannelLook } from '#protocol/entities/channel.ts';
import { decodeMessage, encodeMessage } from '#protocol/frame/frameMessages.ts';
import type { ToHost } from '#protocol/frame/rareToHost.ts';
import { readRequest, type UnreadRequest } from '#protocol/frame/hostMethods.ts';
import { FromHost, HostNotice, type HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { LiveChatWidget } from '../../elements/live-chat-widget.ts';
import '../../elements/define.ts';
import { pauseFor, poll } from '../support/poll.ts';
import { moveAway } from '../support/browser/input.ts';

export const LOOK: ChannelLook = {
	website_name: 'Lamp Shop',
	welcome_title: '',
	welcome_tagline: '',
	widget_color: '#1f6feb',
	avatar_url: '',
	locale: 'en',
	is_available: true,
	inbox_id: 1,
};

const realFetch = window.fetch;

/** Addresses of the channel's JSON that were requested since the test began. */
export const asked: string[] = [];

/** Sets what the server answers; a number is a status without a body, 0 a lost network. */
export function serve(answer: Partial<ChannelLook> | number | ((address: string) => Partial<ChannelLook>)): void {
	window.fetch = (input) => {
		const address = input instanceof Request ? input.url : String(input);
		asked.push(address);
		if (answer === 0) return Promise.reject(new TypeError('Failed to fetch'));
		if (typeof answer === 'number') return Promise.resolve(new Response(null, { status: answer }));
		return Promise.resolve(Response.json({ ...LOOK, ...(typeof answer === 'function' ? answer(address) : answer) }));
	};
}

afterEach(async () => {
	// The mouse over the next test's launcher would be interest in its chat.
	await moveAway();
	await takeAway(...document.querySelectorAll('live-chat-widget'));
	window.fetch = realFetch;
	asked.length = 0;
	// All tests are in one tab, and each of them is a visit.
	for (const key of Object.keys(sessionStorage)) if (key.startsWith('lcw_')) sessionStorage.removeItem(key);
	for (const cookie of document.cookie.split('; ')) {
		const [name = ''] = cookie.split('=');
		if (!name.startsWith('cw_')) continue;
		document.cookie = `${name}=; Max-Age=0; Path=/`;
		// Cookies are in another process, which may tell this one late of those written before.
		if ('cookieStore' in window) await cookieStore.delete(name);
	}
});

/** Adds the tag to the page. Its server is the tests' own, which has nothing at `/widget`. */
export function addWidget(attributes: Record<string, string> = {}, parent: Element = document.body): LiveChatWidget {
	const element = document.createElement('live-chat-widget');
	const all = { 'website-token': 'shop', 'base-url': location.origin, ...attributes };
	for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
	parent.append(element);
	return element;
}

/**
 * Removes tags and waits, since a tag that is added in the same task would take over their chat.
 */
export async function takeAway(...elements: Element[]): Promise<void> {
	for (const element of elements) element.remove();
	await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Waits until `probe` answers something other than undefined, null or false; the runner's timeout
 * ends it.
 */
export function until<T>(probe: () => T | undefined | null | false): Promise<T> {
	return poll(probe, { pause: () => pauseFor(0), patience: Infinity, complain: () => '' });
}

/** Resolves when nothing of the tag moves or fades any more. */
export async function atRest({ shadowRoot }: Element): Promise<void> {
	const isOver = ({ effect, playState }: Animation) =>
		playState === 'finished' || effect?.getComputedTiming().iterations === Infinity;
	await until(() => [...(shadowRoot?.querySelectorAll('*') ?? [])].every((part) => part.getAnimations().every(isOver)));
}

export function launcherOf(element: Element): HTMLButtonElement | null {
	return element.shadowRoot?.querySelector<HTMLButtonElement>('[part=launcher]') ?? null;
}

export function panelOf(element: Element): HTMLElement | null {
	return element.shadowRoot?.querySelector<HTMLElement>('[role=dialog]') ?? null;
}

export function frameOf(element: Element): HTMLIFrameElement | null {
	return element.shadowRoot?.querySelector('iframe') ?? null;
}

/** The launcher, once it is shown and React handles its events. */
export async function findLauncher(element: Element): Promise<HTMLButtonElement> {
	return until(() => launcherOf(element));
}

export function isShown(element: Element | null): boolean {
	return element?.checkVisibility({ visibilityProperty: true }) ?? false;
}

/** The frame's side, which the test plays. */
export interface FakeFrame {
	iframe: HTMLIFrameElement;
	/** What the host has sent, oldest first. */
	heard: HostToFrame[];
	say: (message: ToHost) => void;
	/** Sends a message that is not in the contract. */
	sayRaw: (data: unknown) => void;
}

/** Waits for the iframe and greets the host from there, as the real frame does. */
export async function greet(element: Element, config: { authToken?: string } = {}): Promise<FakeFrame> {
	const iframe = await until(() => frameOf(element));
	const page = await until(() => loadedPage(iframe));
	const { port1, port2 } = new MessageChannel();
	const heard: HostToFrame[] = [];
	port1.onmessage = ({ data }) => {
		const message = decodeMessage(HostNotice, data) ?? decodeRequest(data);
		if (message) heard.push(message);
	};
	postFrom(page, encodeMessage({ event: 'loaded', config }), [port2]);
	await until(() => heard.some(({ event }) => event === 'toggle-close-button'));
	const say = (message: ToHost) => port1.postMessage(encodeMessage(message));
	say({ event: 'drawn' });
	return {
		iframe,
		heard,
		say,
		sayRaw: (data) => port1.postMessage(data),
	};
}

function decodeRequest(data: unknown) {
	const message = decodeMessage(FromHost, data);
	return message && readRequest(message as UnreadRequest);
}

/**
 * Posts to this page from another window: the sender is the window whose function makes the call.
 */
export function postFrom(page: Window, data: unknown, ports: MessagePort[] = []): void {
	const post = Reflect.construct(Reflect.get(page, 'Function') as FunctionConstructor, [
		'data',
		'ports',
		'parent.postMessage(data, "*", ports)',
	]) as (data: unknown, ports: MessagePort[]) => void;
	post(data, ports);
}

function loadedPage(iframe: HTMLIFrameElement): Window | undefined {
	const { contentDocument, contentWindow } = iframe;
	const isThere = contentDocument?.readyState === 'complete' && contentWindow?.location.pathname === '/widget';
	return isThere ? (contentWindow ?? undefined) : undefined;
}

/** Collects the element's events, as a listener far up in the document gets them. */
export function record(...names: string[]): { name: string; detail: unknown; target: EventTarget | null }[] {
	const heard: { name: string; detail: unknown; target: EventTarget | null }[] = [];
	const listeners = new AbortController();
	for (const name of names) {
		const listen = (event: Event) => {
			heard.push({
				name,
				detail: event instanceof CustomEvent ? (event.detail as unknown) : undefined,
				target: event.target,
			});
		};
		document.addEventListener(`live-chat-widget:${name}`, listen, { signal: listeners.signal });
	}
	afterEach(() => listeners.abort());
	return heard;
}
