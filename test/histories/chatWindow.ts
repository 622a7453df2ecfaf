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

interface FrameDocument {
	window: GlobalWindow;
	models: Models;
	store: ReturnType<Models['boot']>['store'];
	end: () => void;
}

interface Asked {
	message: HostToFrame & { requestId: string };
	settle: (isDone: boolean) => void;
}

export class ChatWindow {
	network: Network;
	models: Models;
	store: ReturnType<Models['boot']>['store'];
	/** Texts that were shown as sent at any time. */
	readonly sent = new Set<string>();
	/** Texts that were shown as failed at any time. */
	readonly failed = new Set<string>();
	readonly #site: Site;
	readonly #profile: BrowserProfile;
	#document: FrameDocument;
	#port: MessagePort | undefined;
	/** What the frame has not answered, in the order in which it was asked. */
	#asked: Asked[] = [];

	/** @param user whom the page names */
	constructor(site: Site, profile: BrowserProfile, user?: SiteUser) {
		this.#site = site;
		this.#profile = profile;
		this.network = new Network(site.origin);
		this.#document = this.#open(user !== undefined);
		({ models: this.models, store: this.store } = this.#document);
		this.tell({ event: 'config-set', isOpen: true, awaitsUser: user !== undefined });
		if (user) void this.signIn(user);
	}

	#open(isUserAwaited: boolean): FrameDocument {
		const { origin, page, loadModels } = this.#site;
		const query = `website_token=demo&origin=${HOST_ORIGIN}${isUserAwaited ? '&user=pending' : ''}`;
		const window = new GlobalWindow({ url: `${origin}/widget?${query}` });
		this.#profile.open(this);
		const install = (name: string, value: unknown, owner: object = window) =>
			Object.defineProperty(owner, name, { value, configurable: true, writable: true });
		install('globalThis', window);
		install('console', { ...console, debug: () => undefined });
		install('parent', this.#createParent());
		install('fetch', this.network.fetch);
		install('WebSocket', this.network.createWebSocket());
		install('localStorage', this.#profile.storageOf(this));
		install('locks', this.#profile.locksOf(this), window.navigator);
		install('MessageChannel', MessageChannel);
		const models = loadModels(window);
		const container = window.document.createElement('div') as unknown as HTMLElement;
		const { store, stop } = models.boot(page, new URLSearchParams(query), container);
		const note = () => {
			for (const { state, content } of store.get(models.shownMessagesAtom)) {
				if (state === 'sent') this.sent.add(content);
				if (state === 'failed') this.failed.add(content);
			}
		};
		const unfollow = store.sub(models.shownMessagesAtom, note);
		return {
			window,
			models,
			store,
			end() {
				unfollow();
				stop();
				void window.happyDOM.close();
			},
		};
	}

	/**
	 * As the host does when its page has named another user than the frame's: the next frame
	 * answers what was asked from then on.
	 */
	#startAgain(): void {
		const named = this.#asked.findLastIndex(({ message }) => message.event === 'set-user');
		for (const { settle } of this.#asked.splice(0, named)) settle(false);
		this.#profile.close(this);
		this.network = this.network.next();
		this.#port?.close();
		this.#document.end();
		this.#document = this.#open(true);
		({ models: this.models, store: this.store } = this.#document);
		this.tell({ event: 'config-set', isOpen: true, awaitsUser: true });
		for (const { message } of this.#asked) this.tell(message);
	}

	/** The page around the frame takes the greeting, and then uses its port. */
	#createParent() {
		return {
			postMessage: (data: unknown, _target: string, [port]: MessagePort[]) => {
				if (!decodeMessage(FrameToHost, data) || !port) return;
				this.#port = port;
				port.onmessage = (event: MessageEvent) => {
					const message = decodeMessage(FrameToHost, event.data);
					if (message?.event === 'startAgain') this.#startAgain();
					if (message?.event !== 'settled') return;
					const asked = this.#asked.find((one) => one.message.requestId === message.requestId);
					this.#asked = this.#asked.filter((one) => one !== asked);
					asked?.settle(message.error === undefined);
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
			this.#asked.push({ message, settle: resolve });
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
		const { window } = this.#document;
		window.dispatchEvent(new window.StorageEvent('storage', { key }));
	}

	/** Dispatches an event of the browser, such as `online` or `focus`. */
	fire(type: string): void {
		const { window } = this.#document;
		window.dispatchEvent(new window.Event(type));
	}

	setOnline(isOnline: boolean): void {
		this.network.setOnline(isOnline);
		this.fire(isOnline ? 'online' : 'offline');
	}

	/** From now on it does nothing any more, as when its process ends. */
	close(): void {
		this.network.end();
		this.#profile.close(this);
		this.#document.end();
		this.#port?.close();
	}
}
