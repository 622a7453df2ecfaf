/** One window of a visitor: a page with the chat's frame, which runs the widget's own models. */
import { GlobalWindow } from 'happy-dom';
import type { WidgetPage } from '#protocol/entities/channel.ts';
import { decodeMessage, encodeMessage } from '#protocol/frame/frameMessages.ts';
import { FrameToHost } from '#protocol/frame/frameToHost.ts';
import type { HostToFrame } from '#protocol/frame/hostToFrame.ts';
import type { BrowserProfile } from './browserProfile.ts';
import type { Models } from './loadModels.ts';
import { Network } from './network.ts';

const HOST_ORIGIN = 'https://shop.example';

/** A user whom the site has signed in. */
export interface SiteUser {
	identifier: string;
	hash: string;
}

export interface Site {
	origin: string;
	page: WidgetPage;
	loadModels: (window: object) => Models;
}

export class ChatWindow {
	readonly network: Network;
	readonly models: Models;
	readonly store: ReturnType<Models['boot']>['store'];
	/** Texts that were shown as sent at any time. */
	readonly sent = new Set<string>();
	/** Texts that were shown as failed at any time. */
	readonly failed = new Set<string>();
	readonly #profile: BrowserProfile;
	readonly #page: GlobalWindow;
	readonly #stop: () => void;
	#port: MessagePort | undefined;
	/** Id of a request → what is called once the frame has answered it. */
	readonly #settled = new Map<string, (isDone: boolean) => void>();

	/** @param user whom the page names */
	constructor({ origin, page, loadModels }: Site, profile: BrowserProfile, user?: SiteUser) {
		this.#profile = profile;
		this.network = new Network(origin);
		const query = `website_token=demo&origin=${HOST_ORIGIN}${user ? '&user=pending' : ''}`;
		this.#page = new GlobalWindow({ url: `${origin}/widget?${query}` });
		profile.open(this);
		const install = (name: string, value: unknown, owner: object = this.#page) =>
			Object.defineProperty(owner, name, { value, configurable: true, writable: true });
		install('globalThis', this.#page);
		install('console', { ...console, debug: () => undefined });
		install('parent', this.#createParent());
		install('fetch', this.network.fetch);
		install('WebSocket', this.network.createWebSocket());
		install('localStorage', profile.storageOf(this));
		install('locks', profile.locksOf(this), this.#page.navigator);
		install('MessageChannel', MessageChannel);
		this.models = loadModels(this.#page);
		const container = this.#page.document.createElement('div') as unknown as HTMLElement;
		const widget = this.models.boot(page, new URLSearchParams(query), container);
		this.store = widget.store;
		const { shownMessagesAtom } = this.models;
		const note = () => {
			for (const { state, content } of this.store.get(shownMessagesAtom)) {
				if (state === 'sent') this.sent.add(content);
				if (state === 'failed') this.failed.add(content);
			}
		};
		const unfollow = this.store.sub(shownMessagesAtom, note);
		this.#stop = () => {
			unfollow();
			widget.stop();
		};
		this.tell({ event: 'config-set', isOpen: true, awaitsUser: user !== undefined });
		if (user) void this.signIn(user);
	}

	/** The page around the frame takes the greeting, and then uses its port. */
	#createParent() {
		return {
			postMessage: (data: unknown, _target: string, [port]: MessagePort[]) => {
				if (!decodeMessage(FrameToHost, data) || !port) return;
				this.#port = port;
				port.onmessage = (event: MessageEvent) => {
					const message = decodeMessage(FrameToHost, event.data);
					if (message?.event === 'settled') this.#settled.get(message.requestId)?.(message.error === undefined);
				};
			},
		};
	}

	/** Sends a message as the host. */
	tell(message: HostToFrame): void {
		this.#port?.postMessage(encodeMessage(message));
	}

	/**
	 * As the site's page does when it signs its user out. Resolves once the frame has forgotten the
	 * visitor.
	 */
	reset(): Promise<boolean> {
		return this.#ask({ event: 'reset', requestId: 'reset' });
	}

	/** Answers whether the frame has done it. */
	#ask(message: HostToFrame & { requestId: string }): Promise<boolean> {
		return new Promise((resolve) => {
			this.#settled.set(message.requestId, resolve);
			this.tell(message);
		});
	}

	/** As the site's page does for its user. Answers whether the server has accepted it. */
	signIn({ identifier, hash }: SiteUser): Promise<boolean> {
		const user = { identifier_hash: hash };
		return this.#ask({ event: 'set-user', requestId: `user ${identifier}`, identifier, user });
	}

	type(text: string): void {
		this.store.set(this.models.writeDraft, text);
	}

	draft(): string {
		return this.store.get(this.models.draftAtom);
	}

	write(text: string): void {
		this.type(text);
		void this.store.set(this.models.sendDraft);
	}

	shownTexts(): string[] {
		return this.store.get(this.models.shownMessagesAtom).map(({ content }) => content);
	}

	/** What is still to be sent. */
	waitingTexts(): string[] {
		const shown = this.store.get(this.models.shownMessagesAtom);
		return shown.filter(({ state }) => state === 'in_progress').map(({ content }) => content);
	}

	/** Display id of the conversation that it shows. */
	conversation(): number | undefined {
		return this.store.get(this.models.conversationIdAtom);
	}

	/** Whether there are messages before those that it has read. */
	hasOlder(): boolean {
		return this.store.get(this.models.hasOlderAtom);
	}

	hearStorage(key: string): void {
		this.#page.dispatchEvent(new this.#page.StorageEvent('storage', { key }));
	}

	/** Dispatches an event of the browser, such as `online` or `focus`. */
	fire(type: string): void {
		this.#page.dispatchEvent(new this.#page.Event(type));
	}

	setOnline(isOnline: boolean): void {
		this.network.setOnline(isOnline);
		this.fire(isOnline ? 'online' : 'offline');
	}

	/** From now on it does nothing any more, as when its process ends. */
	close(): void {
		this.network.end();
		this.#profile.close(this);
		this.#stop();
		this.#port?.close();
		void this.#page.happyDOM.close();
	}
}
