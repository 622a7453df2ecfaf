/**
 * What a service worker's global scope has beside a page's. TypeScript has these types in a library
 * that excludes the page's.
 */
export interface ServiceWorkerScope {
	readonly caches: CacheStorage;
	readonly clients: {
		claim(): Promise<void>;
		matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>;
		openWindow(url: string): Promise<WindowClient | null>;
	};
	readonly location: { readonly origin: string };
	readonly registration: ServiceWorkerRegistration;
	skipWaiting(): Promise<void>;
	addEventListener<E extends keyof WorkerEvents>(name: E, listener: (event: WorkerEvents[E]) => void): void;
}

export interface WindowClient {
	readonly url: string;
	focus(): Promise<WindowClient>;
	navigate(url: string): Promise<WindowClient | null>;
}

interface ExtendableEvent extends Event {
	waitUntil(work: Promise<unknown>): void;
}

interface WorkerEvents {
	install: ExtendableEvent;
	activate: ExtendableEvent;
	fetch: FetchEvent;
	push: ExtendableEvent & { readonly data: { json(): unknown } | null };
	notificationclick: ExtendableEvent & { readonly notification: Notification };
}

export interface FetchEvent extends ExtendableEvent {
	readonly request: Request;
	/** The answer to a navigation that the browser has requested while the worker started. */
	readonly preloadResponse: Promise<Response | undefined>;
	respondWith(answer: Promise<Response>): void;
}
