/**
 * The desk's service worker: without a network the desk still starts, and says so; and it shows
 * pushed notifications. It keeps the files that the desk starts with, and never an answer of the
 * API.
 */
import { DESK_NOTIFICATION_PICTURES, DESK_SCOPE, type DeskPush, type DeskShell } from '#protocol/deskWorker.ts';
import type { FetchEvent, ServiceWorkerScope } from './scope.ts';

declare const self: ServiceWorkerScope;
declare const SHELL: DeskShell;

const PREFIX = 'desk-shell-';
const CACHE = PREFIX + SHELL.version;
const FILES = new Set(SHELL.files);

/**
 * Notifications show in the order of their messages: each loads its picture first, and the next
 * one's may be there sooner.
 */
let shown = Promise.resolve();

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
	const { origin, pathname } = new URL(event.request.url);
	if (origin !== self.location.origin || event.request.method !== 'GET') return;
	if (pathname === DESK_SCOPE && event.request.mode === 'navigate') event.respondWith(answerDocument(event));
	else if (FILES.has(pathname)) event.respondWith(answerFile(event.request));
});

self.addEventListener('push', (event) => {
	if (!event.data) return;
	const push = event.data.json() as DeskPush;
	shown = shown.catch(() => {}).then(() => notify(push));
	event.waitUntil(shown);
});

self.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data as string));
});

/**
 * The desks that are open need nothing of the former worker: its files have long loaded, and all
 * others come from the network.
 */
async function install(): Promise<void> {
	const cache = await self.caches.open(CACHE);
	await cache.addAll([DESK_SCOPE, ...SHELL.files]);
	await self.skipWaiting();
}

async function activate(): Promise<void> {
	const names = await self.caches.keys();
	const former = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
	await Promise.all(former.map((name) => self.caches.delete(name)));
	await self.registration.navigationPreload?.enable();
	await self.clients.claim();
}

async function answerDocument({ request, preloadResponse }: FetchEvent): Promise<Response> {
	try {
		return (await preloadResponse) ?? (await fetch(request));
	} catch (error) {
		const kept = await findKept(DESK_SCOPE);
		if (kept) return kept;
		throw error;
	}
}

/** The name tells the content, so that what is kept is never old. */
async function answerFile(request: Request): Promise<Response> {
	return (await findKept(request)) ?? fetch(request);
}

function findKept(request: RequestInfo): Promise<Response | undefined> {
	return self.caches.match(request, { cacheName: CACHE, ignoreVary: true });
}

function notify({ title, body, tag, url }: DeskPush): Promise<void> {
	// A further message of a conversation replaces the notification of the one before, and is heard
	// like that one.
	const options: NotificationOptions & { renotify: boolean } = {
		body,
		tag,
		renotify: true,
		data: url,
		...DESK_NOTIFICATION_PICTURES,
	};
	return self.registration.showNotification(title, options);
}

/** Shows a place of the desk: in the window that was used last, else in a new one. */
async function open(url: string): Promise<void> {
	const windows = await self.clients.matchAll({ type: 'window' });
	const desk = windows.find((window) => new URL(window.url).pathname === DESK_SCOPE);
	if (!desk) return void (await self.clients.openWindow(url));
	const place = new URL(desk.url);
	place.hash = new URL(url, desk.url).hash;
	await desk.focus();
	// The desk goes on with what differs in nothing but the fragment. Its own address would load it
	// again.
	if (place.href !== desk.url) await desk.navigate(place.href);
}
